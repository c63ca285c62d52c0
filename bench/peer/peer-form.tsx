import Form from '@rjsf/core'
import type { RJSFSchema } from '@rjsf/utils'
import { customizeValidator } from '@rjsf/validator-ajv8'
import Ajv2020 from 'ajv/dist/2020.js'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

/**
 * The smallest page that does with react-jsonschema-form what ours does: a list of countries, one of the country's methods, the form that
 * the method's JSON Schema makes, and its errors as one types. It has no styles, no preview of the request, no drafts, and a change of
 * country takes no name along.
 */
function PeerForm({ schemas }: { readonly schemas: Readonly<Record<string, CountrySchema>> }) {
  const [country, setCountry] = useState('BR')
  const [chosen, setChosen] = useState('')
  const methods = schemas[country]?.anyOf ?? []
  const method = methods.find(({ title }) => title === chosen) ?? methods[0]
  return (
    <>
      <Choice name="country" value={country} options={Object.keys(schemas)} onChange={setCountry} />
      <Choice
        name="method"
        value={method?.title ?? ''}
        options={methods.map(({ title = '' }) => title)}
        onChange={setChosen}
      />
      {/* Its errors stand below the fields; a list above them would be drawn besides. */}
      <Form
        key={`${country} ${method?.title}`}
        schema={{ type: 'object', ...method }}
        validator={validator}
        liveValidate="onChange"
        showErrorList={false}
      />
    </>
  )
}

/** One schema for each method. With all of them in one form, it loses what is typed (6.11.1). */
interface CountrySchema {
  readonly anyOf: readonly RJSFSchema[]
}

interface ChoiceProps {
  readonly name: string
  readonly value: string
  readonly options: readonly string[]
  readonly onChange: (value: string) => void
}

function Choice({ name, value, options, onChange }: ChoiceProps) {
  return (
    <select name={name} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  )
}

/** The dialect that our schemas name. */
const validator = customizeValidator({ AjvClass: Ajv2020 })

const place = document.querySelector('main')
const answer = await fetch('/schemas.json')
if (place !== null) createRoot(place).render(<PeerForm schemas={await answer.json()} />)
