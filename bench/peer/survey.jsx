import { useState } from 'react'
import { Model } from 'survey-core'
import { Survey } from 'survey-react-ui'
import 'survey-core/survey-core.css'
import { show } from './choose-form.jsx'

/** The same fields as a SurveyJS form, checked as one types. */
function SurveyForm({ schema }) {
  const [model] = useState(() => new Model(surveyOf(schema)))
  return <Survey model={model} />
}

function surveyOf({ properties, required }) {
  const elements = Object.entries(properties).map(([name, property], place) => ({
    name,
    title: name,
    isRequired: required.includes(name),
    startWithNewLine: place % 2 === 0,
    ...kindOf(property),
  }))
  return { elements, textUpdateMode: 'onTyping', checkErrorsMode: 'onValueChanged', showQuestionNumbers: false }
}

function kindOf({ type, pattern, anyOf = [], enum: values }) {
  if (type === 'boolean') return { type: 'boolean' }
  if (values !== undefined) return { type: 'dropdown', renderAs: 'select', choices: values }
  const patterns = [pattern, ...anyOf.map((one) => one.pattern)].filter((one) => one !== undefined)
  const validators = patterns.length === 0 ? [] : [{ type: 'regex', regex: patterns.join('|'), text: 'Not valid' }]
  return { type: 'text', validators: type === 'number' ? [{ type: 'numeric', minValue: 0 }] : validators }
}

show(SurveyForm)
