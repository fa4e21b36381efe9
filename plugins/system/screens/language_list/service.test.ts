import { expect, test } from 'bun:test';
import { YesNo } from '@waypost/contract';
import { ShowStatus } from './resource.ts';
import { requireShownDefault } from './service.ts';

const DEFAULT = { default_language: YesNo.yes, show_status: ShowStatus.shown };
const OTHER = { default_language: YesNo.no, show_status: ShowStatus.shown };
const fieldOf = (check: () => void): string | undefined => {
  try {
    check();
  } catch (error) {
    return (error as { errors?: { path: string }[] }).errors?.[0]?.path ?? String(error);
  }
  return undefined;
};

test('whoever reads none of the languages shown is answered in the default: it cannot be given up or hidden', () => {
  expect(fieldOf(() => requireShownDefault(DEFAULT, { default_language: YesNo.no }))).toBe(
    'default_language',
  );
  expect(fieldOf(() => requireShownDefault(DEFAULT, { show_status: ShowStatus.hidden }))).toBe('show_status');
  const hidden = { ...OTHER, show_status: ShowStatus.hidden };
  expect(fieldOf(() => requireShownDefault(hidden, { default_language: YesNo.yes }))).toBe('show_status');
});

test('every other change is taken: another default, another language hidden, both at once shown', () => {
  for (const [before, change] of [
    [OTHER, { default_language: YesNo.yes }],
    [OTHER, { show_status: ShowStatus.hidden }],
    [
      { ...OTHER, show_status: ShowStatus.hidden },
      { default_language: YesNo.yes, show_status: ShowStatus.shown },
    ],
    [DEFAULT, { default_language: YesNo.yes }],
    [undefined, { default_language: YesNo.yes }],
  ] as const)
    expect(() => requireShownDefault(before, change)).not.toThrow();
});
