import { afterAll, beforeAll, beforeEach } from 'bun:test';
import { startTestServices, startTestStore } from './test-services.ts';

type Services = Awaited<ReturnType<typeof startTestServices>>;

/**
 * One store for a test file, and in it services of its own for each test: what one has locked or counted is nothing to
 * the next. To be called at the top of the file.
 * @param name of the databases
 * @returns those of the test that runs
 */
export function servicesForEachTest(
  name: string,
): Pick<Services, 'services' | 'clock' | 'collections' | 'changedPasswords' | 'guessedSessions'> {
  let store: Awaited<ReturnType<typeof startTestStore>>;
  let current: Services | undefined;
  let number = 0;
  beforeAll(async () => {
    store = await startTestStore();
  });
  afterAll(async () => {
    await current?.stop();
    await store?.stop();
  });
  beforeEach(async () => {
    await current?.stop();
    current = await startTestServices({ uri: store.uri(`${name}_${process.pid}_${++number}`) });
    await current.services.start();
  });
  const running = (): Services => {
    if (current === undefined) throw new Error('services are there within a test');
    return current;
  };
  return {
    get guessedSessions() {
      return running().guessedSessions;
    },
    get services() {
      return running().services;
    },
    get clock() {
      return running().clock;
    },
    get collections() {
      return running().collections;
    },
    get changedPasswords() {
      return running().changedPasswords;
    },
  };
}
