export { createSearch, type Found, type TextSearch } from './search.ts';
