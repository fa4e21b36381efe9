import { expect, test } from 'bun:test';
import { declareSettings } from './extension.ts';

const form = (secrets: string[]) => ({ schema: { type: 'object', properties: {} }, secrets, defaults: {} });

function declare(granted: string[], secrets: string[]): string[] {
  const declared: string[] = [];
  declareSettings(
    {
      manifest: { id: 'sample' } as never,
      granted: new Set(granted),
      extension: {
        settings: {
          declare: ({ secrets: names }: { secrets: readonly string[] }) => {
            declared.push(...names);
            return () => undefined;
          },
        },
      } as never,
    },
    form(secrets),
  );
  return declared;
}

test('a plugin keeps secrets in its settings only when somebody agreed to that', () => {
  expect(() => declare(['jobs'], ['token'])).toThrow('has not the capability "settings:secrets"');
  expect(declare(['settings:secrets'], ['token'])).toEqual(['token']);
  expect(declare([], [])).toEqual([]);
});
