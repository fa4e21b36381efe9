import { expect, test } from 'bun:test';
import { createEventBus } from './events.ts';
import { createProvidedServices } from './provided-services.ts';

test('every handler hears an event, even after one that throws', async () => {
  const faults: string[] = [];
  const heard: unknown[] = [];
  const bus = createEventBus((error, name) => void faults.push(`${name}: ${error}`));
  bus.on('code.made', () => {
    throw new Error('deaf');
  });
  const forget = bus.on('code.made', async (payload) => void heard.push(payload));
  await bus.emit('code.made', 1);
  await forget();
  await bus.emit('code.made', 2);
  await bus.emit('unheard', 3);
  expect(heard).toEqual([1]);
  expect(faults).toEqual(['code.made: Error: deaf', 'code.made: Error: deaf']);
});

test('a service belongs to who provided it first, until it is taken back', async () => {
  const services = createProvidedServices();
  const takeBack = services.provide('a', 'mail', 1);
  expect(() => services.provide('b', 'mail', 2)).toThrow('provided by a already');
  await takeBack();
  expect(services.find('mail')).toBeUndefined();
  services.provide('b', 'mail', 2);
  await takeBack();
  expect(services.find('mail')).toBe(2);
});
