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

/**
 * Counts the tests of one JUnit report and removes it, so that an old report can never be counted again.
 * A suite that wrote no report, ran nothing, or ended with an error that no test carries counts as one failure.
 * @param outcome exit code and output of the test runner
 */
export async function countTests(
  report: string,
  { code, output }: { code: number; output: string },
): Promise<TestCount> {
  const file = Bun.file(report);
  if (!(await file.exists())) return { passed: 0, failed: 1, skipped: 0, failures: unnamed(output) };
  const text = await file.text();
  rmSync(report);
  const root = /<testsuites\b[^>]*>/.exec(text)?.[0] ?? '';
  const read = (name: string) => Number(attribute(root, name) ?? 0);
  const [tests, skipped] = [read('tests'), read('skipped')];
  const failed = read('failures') + read('errors');
  const failures = [...failedTests(text), ...errorsOutsideOfTests(output)];
  if (tests - skipped === 0 || (code !== 0 && failed === 0))
    return {
      passed: Math.max(0, tests - skipped),
      failed: failed + 1,
      skipped,
      failures: failures.length > 0 ? failures : unnamed(output),
    };
  return { passed: tests - skipped - failed, failed, skipped, failures };
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

function failedTests(report: string): Failure[] {
  const found: Failure[] = [];
  const pattern =
    /(<testcase\b[^>]*[^/])>\s*(<(?:failure|error)\b[^>]*>)(?:([^<]*)<\/(?:failure|error)>)?\s*<\/testcase>/g;
  for (const [, testcase = '', failure = '', detail = ''] of report.matchAll(pattern)) {
    const message = `${attribute(failure, 'message') ?? ''}\n${atLine(detail)}`;
    const file = attribute(testcase, 'file');
    found.push({
      ...(file === undefined ? {} : { file }),
      name: `${nameOf(testcase)} (${seconds(testcase)} s)`,
      error: firstLines(message),
    });
  }
  return found;
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
