import ts from 'typescript';

/** A function past this many lines does two things, or holds state that wants a place of its own. */
export const LONGEST_FUNCTION = 120;

export interface LongFunction {
  /** Its name, or what it is handed to: `describe('…')`, `new Proxy`. */
  name: string;
  /** Line on which it begins. */
  line: number;
  lines: number;
}

/**
 * Functions, methods and arrows of a source that are longer than the limit, from their first line to their last with all
 * that stands within; comments above do not count. The callback of a `describe` is none: it groups tests as a file does,
 * and the file has its own limit. Each test in it counts.
 */
export function longFunctions(file: string, text: string): LongFunction[] {
  if (text.split('\n').length <= LONGEST_FUNCTION) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kindOf(file));
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const found: LongFunction[] = [];
  const look = (node: ts.Node): void => {
    if (isFunctionWithBody(node) && !isOfDescribe(node)) {
      const first = lineOf(node.getStart(source));
      const lines = lineOf(node.end) - first + 1;
      if (lines > LONGEST_FUNCTION) found.push({ name: nameOf(node, source), line: first + 1, lines });
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

function kindOf(file: string): ts.ScriptKind {
  return file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
}

function isFunctionWithBody(node: ts.Node): node is ts.FunctionLikeDeclaration {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

/** `describe(…)`, `describe.skipIf(…)(…)`, `describe.each(…)(…)`. */
function isOfDescribe({ parent }: ts.FunctionLikeDeclaration): boolean {
  return ts.isCallExpression(parent) && /^describe\b/.test(parent.expression.getText());
}

function nameOf(node: ts.FunctionLikeDeclaration, source: ts.SourceFile): string {
  const { parent } = node;
  if (node.name !== undefined) return node.name.getText(source);
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText(source);
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
    const [first] = parent.arguments ?? [];
    const said = first !== undefined && ts.isStringLiteralLike(first) ? `('${first.text}')` : '';
    return `what ${parent.expression.getText(source)}${said} takes`;
  }
  return ts.isConstructorDeclaration(node) ? 'constructor' : 'function';
}
