import { isAbsolute, relative, resolve } from 'node:path';
import { z } from 'zod';

const zSourceMap = z.object({
  version: z.literal(3),
  sources: z.array(z.string()),
  mappings: z.string(),
  names: z.array(z.string()),
});

/** The bundler's mark, from paths of the machine that it ran on. */
const DEBUG_ID = /^\/\/# debugId=\w+\n?/m;

/**
 * Puts a bundle's source map into it, in a form that does not tell where it was made: the same source gives the same
 * bytes everywhere. The sources themselves stay with the author; their names and lines are what a stack needs.
 * @param options.folder of the plugin, without symbolic links
 * @param options.builtFrom what the bundler's paths are relative to
 */
export function mapSources(options: {
  code: string;
  map: string;
  folder: string;
  builtFrom: string;
}): Uint8Array {
  const { version, sources, mappings, names } = zSourceMap.parse(JSON.parse(options.map));
  const map = JSON.stringify({
    version,
    sources: sources.map((source) => nameOf(source, options)),
    // The runtime reads no map without them.
    sourcesContent: sources.map(() => ''),
    names,
    mappings,
  });
  const code = options.code.replace(DEBUG_ID, '').trimEnd();
  return new TextEncoder().encode(
    `${code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}\n`,
  );
}

/** A source as seen from the plugin's folder; a package is named from its node_modules, wherever that lies. */
function nameOf(source: string, { folder, builtFrom }: { folder: string; builtFrom: string }): string {
  const path = relative(folder, resolve(builtFrom, source));
  const packages = path.lastIndexOf('node_modules/');
  if (packages !== -1) return path.slice(packages);
  return path.startsWith('..') || isAbsolute(path) ? `outside/${path.split('/').at(-1)}` : path;
}
