import Rjsf from '@rjsf/core'
import { customizeValidator } from '@rjsf/validator-ajv8'
import Ajv2020 from 'ajv/dist/2020.js'
import { show } from './choose-form.jsx'

/** The dialect that our schemas name. */
const validator = customizeValidator({ AjvClass: Ajv2020 })

/** What react-jsonschema-form makes of our JSON Schema, with its errors as one types. Those stand below the fields alone. */
function RjsfForm({ schema }) {
  return <Rjsf schema={schema} validator={validator} liveValidate="onChange" showErrorList={false} />
}

show(RjsfForm)
