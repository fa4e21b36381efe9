import { expect, test } from 'bun:test';
import { createSpeakers } from './speakers.ts';

test('one is alone until another speaks, and again when the other has been silent for a second', () => {
  let time = 0;
  const speakers = createSpeakers(() => time);
  speakers.spoke(1);
  expect(speakers.isOneAlone()).toBe(true);
  time = 500;
  speakers.spoke(2);
  expect(speakers.isOneAlone()).toBe(false);
  time = 600;
  speakers.spoke(1);
  time = 1_400;
  speakers.spoke(1);
  expect(speakers.isOneAlone()).toBe(false);
  time = 1_501;
  expect(speakers.isOneAlone()).toBe(true);
});
