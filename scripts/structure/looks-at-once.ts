import ts from 'typescript';
import { EXCEPTIONS } from './looks-allowed.ts';

/** Methods of a locator, and of a page, that answer what is there at this moment. */
const LOOKS = new Set([
  'allInnerTexts',
  'allTextContents',
  'count',
  'getAttribute',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEditable',
  'isEnabled',
  'isHidden',
  'isVisible',
  'textContent',
]);
/** The answer of a database does not come later. */
const STORED = /\brows\(|\.find\(/;
/** Tests and what they share; the files of this check quote looks. */
const TESTED = /^tests\/.*\.tsx?$|\.test\.tsx?$/;
/** Of what else than a page `url()` is asked: of requests, and of schemas. */
const NO_PAGE = /^z$|request|response|answer|sent\b/i;

/** Lines on which a test expects something of a page without waiting for it: `expect(await locator.count())`. */
export function looksAtOnce(file: string, text: string): number[] {
  if (!TESTED.test(file) || !/expect\(/.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const named = looksByName(source);
  const lines: number[] = [];
  const visit = (node: ts.Node, isExpected: boolean): void => {
    if (isExpected && ts.isFunctionLike(node)) return;
    if (isExpected && isLook(node, named))
      lines.push(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
    const isExpect = ts.isCallExpression(node) && node.expression.getText(source) === 'expect';
    ts.forEachChild(node, (child) => visit(child, isExpected || isExpect));
  };
  visit(source, false);
  return lines;
}

/** Functions of a source that do nothing but look: `const rows = () => page.locator('tr').count()`. */
function looksByName(source: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isArrowFunction(node.initializer))
      if (isLocatorLook(node.initializer.body)) names.add(node.name.getText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

function isLook(node: ts.Node, named: ReadonlySet<string>): boolean {
  if (ts.isAwaitExpression(node)) {
    const asked = node.expression;
    const isNamed = ts.isCallExpression(asked) && named.has(asked.expression.getText());
    return isNamed || isLocatorLook(asked);
  }
  const method = methodOf(node);
  return method?.name.text === 'url' && !NO_PAGE.test(method.expression.getText());
}

function isLocatorLook(node: ts.Node): boolean {
  const method = methodOf(node);
  if (method === undefined || !LOOKS.has(method.name.text)) return false;
  const isCount = method.name.text === 'count';
  const [first] = (node as ts.CallExpression).arguments;
  return !(isCount && (first !== undefined || STORED.test(method.expression.getText())));
}

function methodOf(node: ts.Node): ts.PropertyAccessExpression | undefined {
  return ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
    ? node.expression
    : undefined;
}

/** What is wrong with the looks of a test file; `exceptions`: how many each file may have, exactly. */
export function lookFaults(file: string, text: string, exceptions = EXCEPTIONS): string[] {
  const lines = looksAtOnce(file, text);
  const allowed = exceptions[file] ?? 0;
  if (lines.length > allowed)
    return [
      `${file}:${lines.join(',')}: ${lines.length} looks at a page that do not wait, at most ${allowed}: use shows of tests/e2e/shows.ts, or arriveAt for an address`,
    ];
  if (lines.length < allowed)
    return [
      `${file}: ${lines.length} looks at a page that do not wait, not ${allowed} any more: lower its number in scripts/structure/looks-allowed.ts`,
    ];
  return [];
}
