import { errors, type SettingsForm } from '@waypost/contract';
import type { Clock, Disposer, Logger } from '@waypost/sdk';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { openFromStore, sealForStore } from '../../services/sealed/store-value.ts';
import { isDuplicateKey } from '../../storage/index.ts';
import { settingFault } from './setting-fault.ts';
import { requireSettingRights, type SettingAuthor } from './setting-guard.ts';

/** Collection with one document a plugin: `{ _id: plugin, values, secrets (sealed), version, update_time }`. */
export const PLUGIN_SETTINGS = 'plugin_settings';

interface SettingsDocument {
  _id: string;
  values: Record<string, unknown>;
  /** JSON of each write-only value, sealed for `<plugin>/<field>`. */
  secrets: Record<string, string>;
  version: number;
  update_time: Date;
}

/** Settings as a screen shows them: write-only fields are only said to be set. */
export interface SettingsView extends SettingsForm {
  version: number;
  values: Record<string, unknown>;
  /** Write-only fields that have a value. */
  set: string[];
}

export interface ChangedSettings {
  view: SettingsView;
  /** Values of what was changed; of write-only fields only whether there was one. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

export interface PluginSettings {
  /** Declares what a plugin can be set to. @throws TypeError when its schema is none */
  declare(plugin: string, form: SettingsForm): Disposer;
  /** Values with secrets, defaults where nothing is stored or what is stored no longer fits. At most a second old. */
  read(plugin: string): Promise<Record<string, unknown>>;
  onChange(plugin: string, listener: (values: Record<string, unknown>) => Promise<void> | void): Disposer;
  /** Undefined for a plugin that declares none. */
  view(plugin: string): Promise<SettingsView | undefined>;
  /**
   * Changes some fields; null puts one back to its default.
   * Errors: `not_found`, `forbidden` 403 without the right of a setting, `invalid_input` 422 at the field, `stale_version` 409
   * with the present view.
   */
  change(
    plugin: string,
    version: number,
    change: Readonly<Record<string, unknown>>,
    author: SettingAuthor,
  ): Promise<ChangedSettings>;
  /** Looks at what the store has now: another process may have changed something. Listeners hear what is new. */
  refresh(plugin?: string): Promise<void>;
  forget(plugin: string): Promise<void>;
}

const MAX_AGE_MS = 1000;

interface Declared {
  form: SettingsForm;
  fields: ReadonlyMap<string, z.ZodType>;
}

export function createPluginSettings(options: {
  connection: Connection;
  /** 32 bytes. */
  key: Uint8Array;
  clock: Clock;
  log: Logger;
}): PluginSettings {
  const { clock, key, log } = options;
  const collection = () => options.connection.collection<SettingsDocument>(PLUGIN_SETTINGS);
  /** The last one counts: an upgrade declares its settings while its predecessor still serves. */
  const declarations = new Map<string, Declared[]>();
  const declared = { get: (plugin: string) => declarations.get(plugin)?.at(-1) };
  const listeners = new Map<string, Set<(values: Record<string, unknown>) => Promise<void> | void>>();
  const known = new Map<string, { values: Record<string, unknown>; at: number }>();
  /** Version that listeners were told of last. */
  const told = new Map<string, number>();

  const valuesOf = createValuesReader(key, log);

  async function view(plugin: string): Promise<SettingsView | undefined> {
    const one = declared.get(plugin);
    if (one === undefined) return undefined;
    const stored = await collection().findOne({ _id: plugin });
    const values = valuesOf(plugin, one, stored);
    for (const name of one.form.secrets) delete values[name];
    const set = one.form.secrets.filter((name) => stored?.secrets[name] !== undefined);
    return { ...one.form, version: stored?.version ?? 0, values, set };
  }

  async function read(plugin: string): Promise<Record<string, unknown>> {
    const one = declared.get(plugin);
    if (one === undefined) throw new TypeError(`plugin ${plugin} declares no settings`);
    const recent = known.get(plugin);
    const age = recent === undefined ? Number.POSITIVE_INFINITY : clock.now() - recent.at;
    if (recent !== undefined && age >= 0 && age < MAX_AGE_MS) return recent.values;
    const values = valuesOf(plugin, one, await collection().findOne({ _id: plugin }));
    known.set(plugin, { values, at: clock.now() });
    return values;
  }

  async function refresh(plugin: string): Promise<void> {
    const one = declared.get(plugin);
    known.delete(plugin);
    if (one === undefined) return;
    const stored = await collection().findOne({ _id: plugin });
    const version = stored?.version ?? 0;
    if ((told.get(plugin) ?? 0) === version) return;
    told.set(plugin, version);
    const values = valuesOf(plugin, one, stored);
    for (const listener of listeners.get(plugin) ?? []) {
      try {
        await listener(structuredClone(values));
      } catch (error) {
        log.error({ plugin, error }, 'a plugin failed to take its new settings');
      }
    }
  }

  return {
    declare(plugin, form) {
      const one = { form, fields: fieldsOf(form) };
      declarations.set(plugin, [...(declarations.get(plugin) ?? []), one]);
      known.delete(plugin);
      return () => {
        const others = (declarations.get(plugin) ?? []).filter((other) => other !== one);
        declarations.set(plugin, others);
        known.delete(plugin);
      };
    },
    read,
    onChange(plugin, listener) {
      const set = listeners.get(plugin) ?? new Set();
      listeners.set(plugin, set);
      set.add(listener);
      return () => void set.delete(listener);
    },
    view,
    async change(plugin, version, change, author) {
      const one = declared.get(plugin);
      if (one === undefined) throw errors.notFound.create();
      await requireSettingRights(one.form, Object.keys(change), author);
      const was = (await view(plugin)) as SettingsView;
      const stored = await collection().findOne({ _id: plugin });
      const present = stored?.version ?? 0;
      const stale = async () => errors.staleVersion.create({}, { content: await view(plugin) });
      if (present !== version) throw await stale();
      const { values, secrets } = changed({ plugin, one, stored, change, key });
      const set = { values, secrets, version: version + 1, update_time: clock.date() };
      try {
        const filter =
          version === 0 ? { _id: plugin, version: { $exists: false } } : { _id: plugin, version };
        const { matchedCount, upsertedCount } = await collection().updateOne(
          filter,
          { $set: set },
          { upsert: version === 0 },
        );
        if (matchedCount + upsertedCount === 0) throw await stale();
      } catch (error) {
        // Somebody else's first change was faster.
        if (isDuplicateKey(error)) throw await stale();
        throw error;
      }
      await refresh(plugin);
      const is = (await view(plugin)) as SettingsView;
      const names = Object.keys(change).sort();
      return { view: is, before: shownValues(was, names), after: shownValues(is, names) };
    },
    async refresh(plugin) {
      for (const id of plugin === undefined ? [...declarations.keys()] : [plugin]) await refresh(id);
    },
    async forget(plugin) {
      known.delete(plugin);
      await collection().deleteOne({ _id: plugin });
    },
  };
}

const shownValues = ({ values, secrets, set }: SettingsView, names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [name, secrets.includes(name) ? (set.includes(name) ? '***' : null) : values[name]]),
  );

function invalid(path: string, message: string) {
  return errors.invalidInput.create({}, { errors: [{ path, message }] });
}

/** The schema of each field, from the JSON schema of all: what a plugin in a process of its own can hand over. */
function fieldsOf(form: SettingsForm): ReadonlyMap<string, z.ZodType> {
  const properties = form.schema.properties;
  if (typeof properties !== 'object' || properties === null)
    throw new TypeError('settings: the schema has no properties');
  return new Map(
    Object.entries(properties).map(([name, schema]) => [
      name,
      z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]),
    ]),
  );
}

const placeOf = (plugin: string, field: string) => `${plugin}/${field}`;

/** Reads a plugin's values from its document: what is missing, or fits its schema no more, is the default. */
function createValuesReader(key: Uint8Array, log: Logger) {
  const openSecret = (plugin: string, field: string, sealed: string | undefined): unknown => {
    if (sealed === undefined) return undefined;
    const text = openFromStore(key, placeOf(plugin, field), sealed);
    if (text === undefined)
      log.warn({ plugin, field }, 'a sealed setting cannot be opened: SECRET_KEY changed?');
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  };
  return (plugin: string, { form, fields }: Declared, stored: SettingsDocument | null) => {
    const values: Record<string, unknown> = {};
    for (const [name, schema] of fields) {
      const isSecret = form.secrets.includes(name);
      const given = isSecret ? openSecret(plugin, name, stored?.secrets[name]) : stored?.values[name];
      const checked = schema.safeParse(given);
      values[name] = given !== undefined && checked.success ? checked.data : (form.defaults[name] ?? null);
    }
    return values;
  };
}

/** What is stored after a change; `null` takes a value away. @throws AppError for the first that does not fit its schema */
function changed(work: {
  plugin: string;
  one: Declared;
  stored: SettingsDocument | null;
  change: Readonly<Record<string, unknown>>;
  key: Uint8Array;
}): Pick<SettingsDocument, 'values' | 'secrets'> {
  const { one, plugin, stored } = work;
  const [values, secrets] = [{ ...stored?.values }, { ...stored?.secrets }];
  for (const [name, given] of Object.entries(work.change)) {
    const schema = one.fields.get(name);
    if (schema === undefined) throw invalid(name, 'error.issue.unrecognized_keys');
    const isSecret = one.form.secrets.includes(name);
    delete values[name];
    delete secrets[name];
    if (given === null) continue;
    const checked = schema.safeParse(given);
    if (!checked.success) {
      const [issue] = checked.error.issues;
      const path = [name, ...(issue?.path ?? [])].join('.');
      throw errors.invalidInput.create({}, { errors: [{ path, ...settingFault(issue) }] });
    }
    if (isSecret) secrets[name] = sealForStore(work.key, placeOf(plugin, name), JSON.stringify(checked.data));
    else values[name] = checked.data;
  }
  return { values, secrets };
}
