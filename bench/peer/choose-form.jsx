import { useState } from 'react'
import { createRoot } from 'react-dom/client'

const schemas = await (await fetch('/schemas.json')).json()

/** What all peers' pages have: a list of countries, one of the country's methods, and the form for both; a new one for each, as ours. */
function ChooseForm({ Form }) {
  const [country, setCountry] = useState('BR')
  const [chosen, setChosen] = useState('')
  const methods = schemas[country].anyOf
  const method = methods.find(({ title }) => title === chosen) ?? methods[0]
  return (
    <>
      <Choice name="country" value={country} options={Object.keys(schemas)} onChange={setCountry} />
      <Choice name="method" value={method.title} options={methods.map(({ title }) => title)} onChange={setChosen} />
      {/* One schema for each method: with all of them in one form, rjsf loses what is typed (6.11.1). */}
      <Form key={`${country} ${method.title}`} schema={{ type: 'object', ...method }} />
    </>
  )
}

function Choice({ name, value, options, onChange }) {
  return (
    <select name={name} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  )
}

export function show(Form) {
  createRoot(document.querySelector('main')).render(<ChooseForm Form={Form} />)
}
