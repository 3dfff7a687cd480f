import { startTags } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import type { Rule } from '../rule.ts'
import { onMarkup } from '../shown-labels.ts'

export const cspInlineHandler: Rule = {
  id: 'csp/inline-handler',
  severity: 'warning',
  title: 'An event handler in an attribute',
  reason: `The content policy forbids scripts in attributes. The service allows those of a template by their hashes,
which makes the policy longer and weaker. On account pages they never run. Put the code into a file below
\`common/static/js\` and use \`addEventListener\` there.`,
  bad: { [PAGE]: examplePage('<button type="button" onclick="print()">$PRODUCT_NAME$</button>') },
  good: { [PAGE]: examplePage('<button type="button" class="print">$PRODUCT_NAME$</button>') },
  ...onMarkup('pages', (file, tell) => {
    for (const { attributes } of startTags(file.markup)) {
      for (const { name, start, end } of attributes)
        if (/^on[a-z]+$/.test(name))
          tell({
            start,
            end,
            message: `${name} is a script in an attribute. Use addEventListener in a script file.`,
          })
    }
  }),
}
