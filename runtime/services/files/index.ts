export { createStoredFiles } from './stored-files.ts';
