import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../process.ts';

const text = readFileSync(join(projectRoot, 'docs/http.md'), 'utf8');

interface Limited {
  area: string;
  call: string;
  ratePerMinute: number;
}
const isLimited = (value: unknown): value is Limited =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'ratePerMinute') === 'number';

/** The calls of our plugins and of the platform that may be made less or more often than others. */
async function limitedCalls(): Promise<Limited[]> {
  const files = [
    'plugins/**/calls.ts',
    'runtime/contract/platform/index.ts',
    'runtime/contract/list-export.ts',
  ]
    .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: projectRoot })])
    .filter((file) => !file.includes('node_modules'));
  const modules = await Promise.all(files.map((file): Promise<object> => import(join(projectRoot, file))));
  // Calls that several screens have are made together and stand in one object.
  return modules.flatMap((module) =>
    Object.values(module)
      .flatMap((made: object) => (isLimited(made) ? [made] : Object.values(made ?? {})))
      .filter(isLimited),
  );
}

test('the rates that a program has to keep to are those of the calls', async () => {
  const told = [...text.matchAll(/^\| `(\w+\/\w+)` \| (\d+) \|$/gm)].map(
    ([, call, rate]) => `${call} ${rate}`,
  );
  const calls = await limitedCalls();
  expect(calls.length).toBeGreaterThan(8);
  expect(told.sort()).toEqual(
    calls.map(({ area, call, ratePerMinute }) => `${area}/${call} ${ratePerMinute}`).sort(),
  );
});
