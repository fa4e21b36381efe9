import { defineResource, field } from '@waypost/contract';
import type { ResourceBinding } from '@waypost/sdk';
import { z } from 'zod';
import type { Tools } from './case.ts';

/** A resource with everything that a declaration may hold. */
export const thing = defineResource({
  name: 'every-method.thing',
  area: 'every_method_thing',
  title: 'name',
  collection: 'every_method_things',
  fields: {
    name: field(z.string().min(1), { list: true, filter: 'contains', search: true, sort: true }),
    slug: field(z.string(), { unique: true }),
    size: field(z.int(), { default: 1, index: true }),
    joined: field(z.string(), { stored: false, write: 'none', filter: 'equals', quick: true, priority: 2 }),
    pin: field(z.string().min(4), { secret: true, default: '0000' }),
  },
  rules: [{ path: 'name', messageKey: 'every-method.hello', holds: ({ name }) => name !== 'ruled out' }],
  access: 'own',
  actions: { grow: { body: z.object({ by: z.int() }), result: z.object({ size: z.int() }), confirm: true } },
  bodyLimit: 2_000,
  menu: { route: 'every_method_thing', parent: 'platform', sort: 5, icon: 'apps', roles: ['administrator'] },
  indexes: [
    { keys: { name: 1, size: -1 }, unique: true, partial: { size: { $gt: 100 } } },
    { keys: { update_time: 1 }, expireAfterSeconds: 9_999_999 },
    { keys: { size: 1, slug: 1 }, sparse: true },
  ],
  hasBin: true,
  export: false,
  onUninstall: 'archive',
  defaultSort: { field: 'size', order: 'desc' },
});

type Binding = ResourceBinding<typeof thing>;

/** Every function that a resource may be bound to; each notes that it was called. */
export function bindThing({ notes }: Pick<Tools, 'notes'>): Required<Binding> {
  const called = (name: string, fact: unknown) =>
    notes.set('bound', [...((notes.get('bound') as unknown[]) ?? []), [name, fact]]);
  return {
    scope({ caller }) {
      called('scope', typeof caller.id);
      return { size: { $lt: 1_000 } };
    },
    filters: {
      joined(value) {
        called('filters', value);
        return { name: String(value).replace(/!$/, '') };
      },
    },
    countLimit({ joined }) {
      called('countLimit', typeof joined);
      return joined === undefined ? undefined : 1_000;
    },
    async prepareCreate(body, { caller }) {
      called('prepareCreate', [body.name, caller.account]);
      return { ...body, name: body.name.trim() };
    },
    async prepareUpdate(change) {
      called('prepareUpdate', change.name);
    },
    beforeCreate(body, { before }) {
      called('beforeCreate', [body.name, typeof before]);
      return { ...body, size: (body.size ?? 1) * 2 };
    },
    beforeUpdate(change, { before }) {
      called('beforeUpdate', [change.name, before?.name]);
      return { name: change.name };
    },
    async afterWrite(after, { session }) {
      called('afterWrite', [after?.name, session.inTransaction()]);
    },
    present(rows) {
      called('present', rows.length);
      return rows.map((row) => ({ ...row, joined: `${row.name}!` }));
    },
    created(row) {
      called('created', row.name);
      return { more: row.slug };
    },
    actions: {
      async grow({ body, row }) {
        called('grow', [body, row.name]);
        return { size: (row.size as number) + (body as { by: number }).by };
      },
    },
  };
}
