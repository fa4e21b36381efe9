import { accountReference, type ExportColumn, isAmount, type Resource } from '@waypost/contract';
import { controlModel, unwrap } from '../form/control-model.ts';
import type { WordsFunction } from '../words/words.ts';
import type { Column } from './columns.ts';

const TIME_NAME = /(^|_)(time|at)$/;

/** The columns of a list as they are told in a table: by what their fields are, or as the screen says. */
export function exportColumns<Row>(
  resource: Pick<Resource, 'name' | 'fields' | 'schemas'>,
  columns: readonly Column<Row>[],
  words: WordsFunction,
): ExportColumn[] {
  return columns.flatMap((column): ExportColumn[] => {
    const { exported, key } = column;
    if (exported === false) return [];
    const field = column.field ?? key;
    const title = words(column.title);
    if (field === 'owner' && resource.fields.owner === undefined)
      return [{ title, path: field, known_as: 'owner_account', reference: referenceOf(accountReference) }];
    const isKnown = resource.fields[field] !== undefined || field in resource.schemas.row.shape;
    if (!isKnown && exported?.path === undefined) return [];
    return [{ title, path: field, ...toldAs(resource, field, words), ...exported }];
  });
}

const referenceOf = ({ area, title }: { area: string; title: string }) => ({ area, title });

/** How a field's values are told. */
function toldAs(
  { name, fields }: Pick<Resource, 'name' | 'fields'>,
  field: string,
  words: WordsFunction,
): Partial<ExportColumn> {
  const declared = fields[field];
  if (declared === undefined) return TIME_NAME.test(field) ? { as: 'time' } : {};
  const { ref, unit } = declared.hints;
  if (ref) return { reference: referenceOf(ref) };
  const { schema } = unwrap(declared.schema);
  if (isAmount(schema)) return { as: 'money' };
  const model = controlModel(field, declared);
  if (model.options.length > 0)
    return {
      words: Object.fromEntries(
        model.options.map((code) => [String(code), words.first([`${name}.${field}.${code}`, String(code)])]),
      ),
    };
  const { type } = schema.def as { type: string };
  if (type === 'boolean') return { words: { true: words('term.yes'), false: words('term.no') } };
  if (type !== 'string') return {};
  if (model.control === 'datetime' || TIME_NAME.test(field)) return { as: 'time' };
  // What has a unit is an amount, also where it is kept as text to be exact.
  return unit === undefined ? {} : { as: 'decimal' };
}
