import { rmSync } from 'node:fs';

/** Lines of one error that are repeated at the end: enough for a matcher's expected and received values. */
const ERROR_LINES = 12;

/** One failed test, or one failed part when no test of it can be named. */
export interface Failure {
  /** The file relative to the project, where known. */
  file?: string;
  /** The names of the groups and of the test, outermost first. */
  name?: string;
  /** The first lines of what went wrong. */
  error: string[];
}

export interface TestCount {
  passed: number;
  failed: number;
  skipped: number;
  failures: Failure[];
}

/** The tests of one file. */
export interface FileCount extends TestCount {
  seconds: number;
  /** It ended before a test of it began: it does not load, or what it runs on did not start. */
  isSetUp: boolean;
}

/**
 * Reads one JUnit report and removes it, so that an old report can never be counted again.
 * @param outcome exit code and output of the test runner
 * @returns the count of each file that said something of itself; undefined where the process ended with a failure of no
 * file: it wrote no report, ran nothing, or ended with a code that no test explains
 */
export async function countFiles(
  report: string,
  { code, output }: { code: number; output: string },
): Promise<Map<string, FileCount> | undefined> {
  const file = Bun.file(report);
  if (!(await file.exists())) return undefined;
  const text = await file.text();
  rmSync(report);
  const counts = new Map<string, FileCount>();
  const countOf = (name: string): FileCount => {
    const count = counts.get(name) ?? {
      passed: 0,
      failed: 0,
      skipped: 0,
      failures: [],
      seconds: 0,
      isSetUp: true,
    };
    counts.set(name, count);
    return count;
  };
  for (const [tag] of text.matchAll(/<testsuite\b[^>]*>/g)) {
    const name = attribute(tag, 'file');
    if (name !== undefined && attribute(tag, 'name') === name)
      countOf(name).seconds = Number(attribute(tag, 'time') ?? 0);
  }
  for (const [, testcase = '', inner = ''] of text.matchAll(
    /(<testcase\b[^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g,
  )) {
    const count = countOf(attribute(testcase, 'file') ?? '');
    // A hook is what Bun gives no name.
    if (attribute(testcase, 'name') !== '(unnamed)' && !inner.includes('<skipped')) count.isSetUp = false;
    if (inner.includes('<skipped')) count.skipped += 1;
    else if (/<(?:failure|error)\b/.test(inner)) {
      count.failed += 1;
      count.failures.push(readFailure(testcase, inner));
    } else count.passed += 1;
  }
  for (const failure of errorsOutsideOfTests(output)) {
    const count = countOf(failure.file ?? '');
    count.failed += 1;
    count.failures.push(failure);
  }
  const all = [...counts.values()];
  const hasRun = all.some(({ passed, failed }) => passed + failed > 0);
  const isExplained = code === 0 || all.some(({ failed }) => failed > 0);
  return hasRun && isExplained && !counts.has('') ? counts : undefined;
}

/** What a process left that says nothing of its files: all of them have failed. */
export function countLost(files: readonly string[], output: string): Map<string, FileCount> {
  return new Map(
    files.map((file) => {
      const [failure] = unnamed(output);
      return [
        file,
        {
          passed: 0,
          failed: 1,
          skipped: 0,
          failures: [{ ...failure, file, error: failure?.error ?? [] }],
          seconds: 0,
          isSetUp: true,
        },
      ];
    }),
  );
}

/** Names of the tests of a JUnit report that were left out, the groups before them. */
export function skippedTests(report: string): string[] {
  return [...report.matchAll(/(<testcase\b[^>]*[^/])>\s*<skipped\b/g)].map(([, testcase = '']) =>
    nameOf(testcase),
  );
}

/** Counts a check (types, lint …) as one test. */
export function countCheck({ code, output }: { code: number; output: string }): TestCount {
  if (code === 0) return { passed: 1, failed: 0, skipped: 0, failures: [] };
  return { passed: 0, failed: 1, skipped: 0, failures: unnamed(output) };
}

/** The paragraph that names one failure: whoever sees nothing but the end of a log must know what failed. */
export function describeFailure(part: string, { file, name, error }: Failure): string {
  const title = [part, file, name].filter((text) => text !== undefined).join(' › ');
  return [title, ...error.map((line) => `    ${line}`)].join('\n');
}

function readFailure(testcase: string, inner: string): Failure {
  const tag = /<(?:failure|error)\b[^>]*>/.exec(inner)?.[0] ?? '';
  const detail = inner.slice(inner.indexOf(tag) + tag.length);
  const file = attribute(testcase, 'file');
  return {
    ...(file === undefined ? {} : { file }),
    name: `${nameOf(testcase)} (${seconds(testcase)} s)`,
    error: firstLines(`${attribute(tag, 'message') ?? ''}\n${atLine(detail)}`),
  };
}

/** The groups of a test and the test, outermost first. */
function nameOf(testcase: string): string {
  // Bun writes the groups innermost first.
  const groups = (attribute(testcase, 'classname') ?? '')
    .split(' > ')
    .filter((group) => group !== '')
    .reverse();
  return [...groups, attribute(testcase, 'name') ?? ''].join(' › ');
}

/** What the report does not hold: a file that does not load, an error thrown after its test had ended. */
function errorsOutsideOfTests(output: string): Failure[] {
  const pattern = /# Unhandled error between tests\n-+\n([\s\S]*?)\n-+\n/g;
  return [...plain(output).matchAll(pattern)].map((match) => {
    const before = plain(output).slice(0, match.index);
    const file = [...before.matchAll(/^(\S+\.test\.tsx?):$/gm)].at(-1)?.[1];
    return {
      ...(file === undefined ? {} : { file }),
      name: 'outside of any test',
      error: firstLines(match[1] ?? ''),
    };
  });
}

/** Nothing can be named: the end of what was printed. */
function unnamed(output: string): Failure[] {
  return [{ error: lines(plain(output)).slice(-ERROR_LINES) }];
}

function atLine(detail: string): string {
  return lines(unescapeXml(detail)).find((line) => line.trimStart().startsWith('at ')) ?? '';
}

function seconds(testcase: string): string {
  return Number(attribute(testcase, 'time') ?? 0).toFixed(1);
}

/** The last line says where it happened: it stays when a long message is cut. */
function firstLines(text: string): string[] {
  const all = lines(text);
  if (all.length <= ERROR_LINES) return all;
  return [...all.slice(0, ERROR_LINES - 2), '…', all.at(-1) ?? ''];
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : unescapeXml(value);
}

function unescapeXml(text: string): string {
  const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(lt|gt|quot|apos|amp));/gi, (_, decimal, hex, word) =>
    word
      ? (named[word.toLowerCase()] ?? '')
      : String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal ? 10 : 16)),
  );
}

/** Without the colours of a terminal. */
function plain(text: string): string {
  return Bun.stripANSI(text);
}
