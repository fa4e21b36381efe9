import type { Resource } from '@waypost/contract';
import { type ControlModel, controlModel } from './control-model.ts';
import { isSame } from './path.ts';

export type FormMode = 'create' | 'edit';
export type FormValues = Record<string, unknown>;

/** Whether a field is asked for with these values; one that is not is neither shown, checked nor sent. */
export type Asks = (name: string, values: FormValues) => boolean;

/** Fields that a person may fill in at creation, or change later, in the order of the declaration. */
export function formFields(resource: Resource, mode: FormMode): ControlModel[] {
  const wanted = mode === 'create' ? 'create' : 'update';
  return Object.entries(resource.fields)
    .filter(([, { hints }]) => {
      const write = hints.write ?? 'both';
      return write === 'both' || write === wanted;
    })
    .map(([name, field]) => controlModel(name, field));
}

/** What the form starts with: the row, else defaults, else blanks of the right kind. */
export function startValues(models: readonly ControlModel[], source: Readonly<FormValues>): FormValues {
  return Object.fromEntries(
    models.map((model) => [model.name, source[model.name] ?? model.hints.default ?? blank(model)]),
  );
}

function blank(model: ControlModel): unknown {
  switch (model.control) {
    case 'text':
    case 'url':
    case 'textarea':
    case 'password':
      return model.isNullable ? null : '';
    case 'tags':
      return [];
    case 'reference':
      return model.isMultiple ? [] : model.isNullable ? null : undefined;
    case 'switch':
      return model.options.length === 2 ? model.options[0] : false;
    case 'datetime':
    case 'date':
      return model.isNullable ? null : undefined;
    case 'radio':
      return model.isRequired ? model.options[0] : undefined;
    default:
      return undefined;
  }
}

/** Values as they are checked and sent: an emptied field or list is null where the schema has null, else left out. */
export function cleanValues(models: readonly ControlModel[], values: Readonly<FormValues>): FormValues {
  const clean: FormValues = {};
  for (const model of models) {
    const value = values[model.name];
    const isEmptyList = Array.isArray(value) && value.length === 0 && model.isNullable;
    const isEmpty = value === undefined || value === null || value === '' || isEmptyList;
    if (!isEmpty) clean[model.name] = value;
    else if (model.isNullable) clean[model.name] = null;
    else if (value === '' && model.isRequired) clean[model.name] = '';
  }
  return clean;
}

/**
 * What an update sends beside id and version: only what was changed, so that two people who edit different fields
 * of one row do not undo each other's work.
 */
export function changedValues(start: Readonly<FormValues>, now: Readonly<FormValues>): FormValues {
  return Object.fromEntries(
    [...new Set([...Object.keys(start), ...Object.keys(now)])]
      .filter((name) => !isSame(start[name], now[name]))
      // A cleared optional field has no null to send: an empty text is its cleared form.
      .map((name) => [name, now[name] === undefined ? '' : now[name]]),
  );
}

/**
 * What the form showed of a row that has no value for it: a row of a release before the field was there, with a choice that
 * is never empty. Whoever saves it has seen that choice, so it is written. A secret has no value in any row.
 */
export function unwritten(
  models: readonly ControlModel[],
  row: Readonly<FormValues> | undefined,
  clean: Readonly<FormValues>,
): FormValues {
  const isShown = ({ name, control, hints }: ControlModel) =>
    (control === 'switch' || control === 'radio') &&
    !(hints.secret || hints.sealed || hints.stored === false) &&
    !(name in (row ?? {})) &&
    clean[name] !== undefined;
  return Object.fromEntries(models.filter(isShown).map(({ name }) => [name, clean[name]]));
}
