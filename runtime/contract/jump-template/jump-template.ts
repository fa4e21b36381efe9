export { escapeValue } from './escape-value.ts';
export { JUMP_WORDS } from './jump-words.ts';
export * from './placeholders.ts';
export { type ReadTemplate, readTemplate } from './read-template.ts';
export {
  APP_WAIT_MS,
  appFirst,
  jumpMarkup,
  jumpStatement,
  renderTemplate,
  type TemplateValues,
} from './render-template.ts';
