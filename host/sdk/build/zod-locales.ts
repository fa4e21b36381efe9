/** Stands in for zod's own list of languages in browser builds. */
export { default as en } from 'zod/v4/locales/en.js';
