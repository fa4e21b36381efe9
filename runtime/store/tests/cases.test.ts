import { afterAll, beforeAll, describe, test } from 'bun:test';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { readCases } from './read-cases.ts';
import { type CaseRunner, caseRunner } from './run-case.ts';

// What a user would lose if one of these failed: the same answer as MongoDB gives, or a refusal with its code.
// With MONGODB_URI the same cases judge a real replica set; those about refusals of the embedded store are left out.

let store: TestStore;
let runner: CaseRunner;
beforeAll(async () => {
  store = await startTestStore();
  runner = caseRunner(store.client, store.database);
});
afterAll(() => store.stop());

const isRealServer = process.env.MONGODB_URI !== undefined;

for (const [file, cases] of readCases()) {
  describe(file, () => {
    for (const one of cases) {
      if (isRealServer && one.embeddedOnly !== undefined) {
        console.log(`not asked of a real server: ${file}: ${one.name} (${one.embeddedOnly})`);
      } else {
        test(one.name, () => runner.run(one));
      }
    }
  });
}
