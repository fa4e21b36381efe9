export {
  type ApplyOptions,
  compileUpdate,
  type Update,
  type UpdateOptions,
  type UpdateResult,
} from './compile.ts';
export { buildUpsertDocument } from './upsert.ts';
