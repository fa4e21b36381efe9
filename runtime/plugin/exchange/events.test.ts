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
  const mail = (plugin: string, version: string) => ({ name: 'mail.out', version, plugin });
  const takeBack = services.provide(mail('a', '1.4.0'), 1);
  expect(() => services.provide(mail('b', '1.0.0'), 2)).toThrow('provided by a already');
  await takeBack();
  expect(services.find('mail.out', '*')).toBeUndefined();
  services.provide(mail('b', '1.0.0'), 2);
  await takeBack();
  expect(services.find('mail.out', '^1')).toBe(2);
});

test('a service of another version is as good as none', () => {
  const services = createProvidedServices();
  services.provide({ name: 'mail.out', version: '2.1.0', plugin: 'a' }, 1);
  expect(services.find('mail.out', '^1')).toBeUndefined();
  expect(services.find('mail.out', '>=2.2.0')).toBeUndefined();
  expect(services.find('mail.out', '^2')).toBe(1);
});
