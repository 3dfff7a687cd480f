import type { Rule } from './rule.ts'
import { formRequiredField } from './rules/form-required-field.ts'
import { labelDuplicate } from './rules/label-duplicate.ts'
import { macroUnknown } from './rules/macro-unknown.ts'

/** Every rule. The reference, the settings and the tests follow from this list. */
export const RULES: readonly Rule[] = [formRequiredField, labelDuplicate, macroUnknown]
