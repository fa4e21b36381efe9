import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../process.ts';

const FOLDERS = ['runtime', 'host', 'plugins', 'scripts', 'tests'];
const OWN = new RegExp(`^(${FOLDERS.join('|')})/`);

/** One file and what it imports, paths from the root. */
export interface Module {
  source: string;
  dependencies: { resolved: string }[];
}

export interface Scan {
  /** Hand-written ones only. */
  modules: Module[];
  violations: { from: string; to: string; rule: { name: string }; cycle?: { name: string }[] }[];
}

/**
 * Reads the imports of a folder that is laid out as this repository is, and holds them against the rules.
 * @throws Error when the scan printed nothing: its message is on standard error
 */
export async function scanImports(root: string): Promise<Scan> {
  const child = Bun.spawn(
    [
      process.execPath,
      join(projectRoot, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      join(projectRoot, '.dependency-cruiser.cjs'),
      '--output-type',
      'json',
      ...FOLDERS.filter((folder) => existsSync(join(root, folder))),
    ],
    { cwd: root, stdout: 'pipe', stderr: 'inherit', stdin: 'ignore' },
  );
  const text = await new Response(child.stdout).text();
  await child.exited;
  if (text.trim() === '') throw new Error('the scan printed nothing; see the message above');
  const report: { modules: Module[]; summary: Pick<Scan, 'violations'> } = JSON.parse(text);
  return {
    modules: report.modules.filter(({ source }) => OWN.test(source)),
    violations: report.summary.violations,
  };
}
