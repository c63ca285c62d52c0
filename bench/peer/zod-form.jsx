import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { show } from './choose-form.jsx'

/** The form that somebody writes by hand with react-hook-form and zod: an input for each field, and its error below it as one types. */
function ZodForm({ schema }) {
  const { register, handleSubmit, formState } = useForm({ resolver: resolverOf(schema), mode: 'onChange' })
  return (
    <form onSubmit={handleSubmit(() => {})} noValidate>
      <fieldset>
        {Object.entries(schema.properties).map(([name, property]) => (
          <div key={name} className={formState.errors[name] ? 'form-group has-error' : 'form-group'}>
            <label htmlFor={name}>{name}</label>
            <Control name={name} property={property} attributes={register(name)} />
            {formState.errors[name] && <p className="text-danger">{formState.errors[name].message}</p>}
          </div>
        ))}
      </fieldset>
      <button type="submit">Submit</button>
    </form>
  )
}

function Control({ name, property, attributes }) {
  if (property.type === 'boolean') return <input id={name} type="checkbox" {...attributes} />
  if (property.enum === undefined) return <input id={name} {...attributes} />
  return (
    <select id={name} {...attributes}>
      <option />
      {property.enum.map((value) => (
        <option key={value}>{value}</option>
      ))}
    </select>
  )
}

const resolvers = new Map()

/** Made once for a schema, as one writes it at the top of a file. */
function resolverOf(schema) {
  const known = resolvers.get(schema.title + Object.keys(schema.properties))
  if (known !== undefined) return known
  const fields = Object.entries(schema.properties).map(([name, property]) => {
    const isRequired = schema.required.includes(name)
    return [name, isRequired ? fieldOf(property) : z.optional(z.union([z.literal(''), fieldOf(property)]))]
  })
  const made = zodResolver(z.object(Object.fromEntries(fields)))
  resolvers.set(schema.title + Object.keys(schema.properties), made)
  return made
}

function fieldOf({ type, pattern, anyOf, enum: values, const: only }) {
  if (type === 'boolean') return z.boolean()
  if (type === 'number') return z.coerce.number().positive()
  if (only !== undefined) return z.literal(only)
  if (values !== undefined) return z.enum(values)
  const patterns = [pattern, ...(anyOf ?? []).map((one) => one.pattern)].filter((one) => one !== undefined)
  return z.string().refine((text) => patterns.length === 0 || patterns.some((one) => new RegExp(one).test(text)))
}

show(ZodForm)
