import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, rspack } from '@rspack/core';
import { arcoRefs } from './arco-refs.ts';
import { runCompiler } from './compile.ts';
import { baseConfiguration } from './rules.ts';
import { sharedModules } from './shared.ts';

export interface ShellTarget {
  /** Folder with `index.ts`, `index.html` and `public/`. */
  directory: string;
  version: string;
  isDevelopment?: boolean;
}

/** The parts of Arco that the page provides in place of all of them. */
const ARCO_PARTS = fileURLToPath(import.meta.resolve('./arco-parts.ts'));

/** Served by the dev server only; it must run before any bundle. */
const DEVTOOLS_STUB = '<script src="/devtools-stub.js"></script>';

/** rspack configuration of the shell. It names no remote: the menu tells their addresses at run time. */
export function shellConfiguration({
  directory,
  version,
  isDevelopment = false,
}: ShellTarget): Configuration {
  const page = readFileSync(join(directory, 'index.html'), 'utf8');
  const base = baseConfiguration({ directory, uniqueName: `shell@${version}`, isDevelopment });
  return {
    ...base,
    entry: { main: join(directory, 'index.ts') },
    module: { ...base.module, rules: [...(base.module?.rules ?? []), arcoRefs] },
    resolve: { ...base.resolve, alias: { '@arco-design/web-react$': ARCO_PARTS } },
    plugins: [
      ...(base.plugins ?? []),
      new ModuleFederationPlugin({
        name: 'waypost_shell',
        remotes: {},
        manifest: false,
        dts: false,
        shareStrategy: 'loaded-first',
        shared: sharedModules('host'),
        experiments: { provideExternalRuntime: true },
      }),
      new rspack.HtmlRspackPlugin({
        templateContent: isDevelopment ? page.replace('</head>', `${DEVTOOLS_STUB}</head>`) : page,
        scriptLoading: 'defer',
      }),
      new rspack.CopyRspackPlugin({ patterns: [{ from: join(directory, 'public'), to: '.' }] }),
    ],
  };
}

/** Builds the shell into `<directory>/dist`. @throws Error with the compiler's messages */
export async function buildShell(target: ShellTarget): Promise<{ output: string }> {
  await runCompiler(shellConfiguration(target));
  return { output: join(target.directory, 'dist') };
}
