import type { Manifest, PluginProcess } from '@waypost/contract';

/** What the operator calls a variable that is for one plugin; two ids never begin alike in it. */
const variableOf = (plugin: string, name: string) =>
  `WAYPOST_PLUGIN_${plugin.toUpperCase().replaceAll('-', '_')}__${name}`;

export interface ProgramSources {
  manifest: Pick<Manifest, 'id'>;
  readSettings(): Promise<Record<string, unknown>>;
  /** The server's own environment, of which it gets what is named for its plugin. */
  variables: Readonly<Record<string, string | undefined>>;
}

/** What stands in a program's environment: exactly what is declared and has a value; read anew at each start. */
export async function programEnvironment(
  { manifest, readSettings, variables }: ProgramSources,
  { environment = {} }: PluginProcess,
): Promise<Record<string, string>> {
  const sources = Object.entries(environment);
  const settings = sources.some(([, source]) => 'setting' in source) ? await readSettings() : {};
  const values = sources.map(([name, source]): [string, unknown] => {
    if ('value' in source) return [name, source.value];
    if ('setting' in source) return [name, settings[source.setting]];
    return [name, variables[variableOf(manifest.id, source.variable)]];
  });
  return Object.fromEntries(
    values.flatMap(([name, value]) =>
      value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
    ),
  );
}
