import type { Resource } from '@waypost/contract';
import type { Client } from '../client/create-client.ts';
import { sealFor } from '../client/seal.ts';
import type { ControlModel } from './control-model.ts';
import {
  changedValues,
  cleanValues,
  type FormMode,
  type FormValues,
  startValues,
  unwritten,
} from './draft.ts';
import { isSame } from './path.ts';

/** A call that a form is sent to. */
export interface SavePlace {
  readonly area: string;
  readonly call: string;
}

export interface SaveInput {
  resource: Resource;
  mode: FormMode;
  models: readonly ControlModel[];
  /** Row of the last load: id, version. */
  row: Readonly<Record<string, unknown>> | undefined;
  start: FormValues;
  clean: FormValues;
  toBody: ((values: FormValues) => FormValues) | undefined;
  /** Instead of the resource's `add` or `update`. */
  call?: SavePlace | undefined;
}

/** Sends a form. @throws ApiError */
export async function save(client: Client, input: SaveInput): Promise<Record<string, unknown>> {
  const { resource, mode, models, row, clean } = input;
  const isNew = mode === 'create';
  const place = input.call ?? { area: resource.area, call: isNew ? 'add' : 'update' };
  const values = isNew
    ? clean
    : {
        ...(input.call === undefined ? unwritten(models, row, clean) : {}),
        ...changedValues(cleanValues(models, input.start), clean),
      };
  const open = input.toBody ? input.toBody(values) : values;
  const makeBody = async () => {
    const body = await sealFields(client, place, models, open);
    return isNew ? body : { ...body, id: row?.id, version: row?.version };
  };
  const answer = await client.post(place.area, place.call, await makeBody(), { again: makeBody });
  return (answer ?? {}) as Record<string, unknown>;
}

/** Each sealed field with a challenge of its own: one challenge seals one value. */
async function sealFields(
  client: Client,
  place: SavePlace,
  models: readonly ControlModel[],
  values: FormValues,
): Promise<FormValues> {
  const sealed: FormValues = { ...values };
  for (const model of models) {
    const value = values[model.name];
    if (model.hints.sealed && typeof value === 'string')
      sealed[model.name] = await sealFor(client, value, {
        area: place.area,
        call: place.call,
        field: model.name,
      });
  }
  return sealed;
}

/** One field that somebody else changed in the meantime. */
export interface Difference {
  field: string;
  mine: unknown;
  theirs: unknown;
}

interface StaleContent {
  row?: Record<string, unknown>;
  changed?: { field: string; sent: unknown; current: unknown }[];
}

/**
 * What a 409 `stale_version` carries: the row as it is now, and the fields that both have changed since `start`. None: what
 * is sent onto that row undoes nobody's work.
 */
export function readStale(
  content: unknown,
  form: { mine: FormValues; start: FormValues; models: readonly ControlModel[] },
): { row: Record<string, unknown>; differences: Difference[] } | undefined {
  const { row, changed } = (content ?? {}) as StaleContent;
  if (!row) return undefined;
  const now = startValues(form.models, row);
  const differences = (changed ?? [])
    .filter(({ field }) => field in form.start && !isSame(now[field], form.start[field]))
    .map(({ field, current }) => ({ field, mine: form.mine[field], theirs: current }));
  return { row, differences };
}
