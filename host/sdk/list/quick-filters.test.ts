import { expect, test } from 'bun:test';
import { defineResource, field } from '@waypost/contract';
import { z } from 'zod';
import { isGroupChosen, quickGroups } from './QuickFilters.tsx';
import { filterModels } from './url-state.ts';

const STEPS = ['new', 'seen', 'done'] as const;
const { fields } = defineResource({
  name: 'test.thing',
  area: 'test_thing',
  title: 'name',
  access: 'all',
  fields: {
    name: field(z.string()),
    step: field(z.enum(STEPS), {
      filter: 'in',
      quick: { open: ['new', 'seen'], over: ['done'] },
      options: STEPS,
    }),
  },
});

test('groups of codes are buttons, and one is pressed as soon as exactly its codes are chosen', () => {
  const [model] = filterModels(fields).filter(({ name }) => name === 'step');
  if (model === undefined) throw new Error('no filter by step');
  expect(quickGroups(model).map(([name]) => name)).toEqual(['open', 'over']);
  expect(isGroupChosen(model, ['seen', 'new'])).toBe(true);
  expect(isGroupChosen(model, ['seen'])).toBe(false);
  expect(isGroupChosen(model, undefined)).toBe(false);
});
