/** Compares names as people sort them, ignoring case: 2 before 10. */
export const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare
