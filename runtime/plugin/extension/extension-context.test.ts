import { expect, test } from 'bun:test';
import { createScope } from '../activation/scope.ts';
import { declareSettings } from './extension-context.ts';

const form = (secrets: string[]) => ({ schema: { type: 'object', properties: {} }, secrets, defaults: {} });

function declare(granted: string[], secrets: string[]): string[] {
  const declared: string[] = [];
  declareSettings(
    { id: 'sample', granted: new Set(granted), contributed: new Set(), scope: createScope() },
    {
      settings: {
        declare: (plugin: string) => {
          declared.push(plugin);
          return () => undefined;
        },
      } as never,
    },
    form(secrets),
  );
  return declared;
}

test('a plugin keeps secrets in its settings only when somebody agreed to that', () => {
  expect(() => declare(['jobs'], ['token'])).toThrow('has not the capability "settings:secrets"');
  expect(declare(['settings:secrets'], ['token'])).toEqual(['sample']);
  expect(declare([], [])).toEqual(['sample']);
});
