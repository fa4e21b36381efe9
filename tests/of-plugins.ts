import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zManifest, zRegistry, zRegistryEntry } from '@waypost/contract';
import type { z } from 'zod';

const root = join(import.meta.dir, '..');
const json = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** The product's plugins, with the first path segments of their calls. */
const PLUGINS = zRegistry.parse(json('registry.json')).plugins.map((entry) => {
  const { id, path } = zRegistryEntry.parse(entry);
  return { id, path, areas: zManifest.parse(json(`${path}/plugin.json`)).areas };
});

/**
 * What the plugins of the product bring for tests of the whole: the export `name` of `testing/<file>.ts` in their folders,
 * by plugin. A plugin without that file brings nothing.
 */
export async function fromPlugins<S extends z.ZodType>(
  file: string,
  name: string,
  shape: S,
): Promise<z.output<S>[]> {
  const brought: z.output<S>[] = [];
  for (const { path } of PLUGINS) {
    const source = join(root, path, 'testing', `${file}.ts`);
    if (!existsSync(source)) continue;
    const found: Record<string, unknown> = await import(source);
    const parsed = shape.safeParse(found[name]);
    if (!parsed.success) throw new Error(`${source}: export ${name}: ${parsed.error.message}`);
    brought.push(parsed.data);
  }
  return brought;
}

/** Rows of several plugins in one. @throws when two plugins have a row of one name */
export function joined<T>(rows: readonly Readonly<Record<string, T>>[]): Readonly<Record<string, T>> {
  const all: Record<string, T> = {};
  for (const [name, row] of rows.flatMap(Object.entries<T>)) {
    if (name in all) throw new Error(`two plugins have a row for ${name}`);
    all[name] = row;
  }
  return all;
}

/** Where the plugin of a call, `shelf/inquire`, or of a right, `books.shelf:read`, says something of it. */
export function fileFor(name: string, file: string): string {
  const plugin = PLUGINS.find(({ id, areas }) =>
    name.includes('/') ? areas.includes(name.split('/')[0] ?? '') : name.startsWith(`${id}.`),
  );
  return `${plugin?.path ?? 'the plugin'}/testing/${file}.ts`;
}
