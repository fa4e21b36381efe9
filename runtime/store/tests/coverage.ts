import { operatorCoverage } from './operator-coverage.ts';
import { readCases } from './read-cases.ts';

// bun runtime/store/tests/coverage.ts: the table of operators with the number of their cases.
for (const [file, cases] of readCases()) console.log(`${String(cases.length).padStart(5)}  ${file}`);
for (const { kind, name, cases } of operatorCoverage()) {
  console.log(
    `${String(cases).padStart(5)}  ${kind.padEnd(11)} ${name}${cases === 0 ? '   <- no case' : ''}`,
  );
}
