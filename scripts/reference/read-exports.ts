import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** One thing that a package exports, as its source declares it. */
export interface Exported {
  name: string;
  /** The declaration without bodies and values. */
  declaration: string;
  /** Text of its docstring, tags included. */
  text: string;
}

/** Everything that a module exports, in the order of its files; re-exports are followed inside the package. */
export function readExports(entry: string): Exported[] {
  const source = ts.createSourceFile(entry, readFileSync(entry, 'utf8'), ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement): Exported[] => {
    if (ts.isExportDeclaration(statement)) return reexported(entry, statement);
    return isExported(statement) ? declared(statement, source) : [];
  });
}

function reexported(entry: string, statement: ts.ExportDeclaration): Exported[] {
  const { moduleSpecifier, exportClause } = statement;
  if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
  const target = join(dirname(entry), moduleSpecifier.text);
  if (!moduleSpecifier.text.startsWith('.') || !existsSync(target)) return [];
  const all = readExports(target);
  if (exportClause === undefined || !ts.isNamedExports(exportClause)) return all;
  const names = new Set(exportClause.elements.map(({ name }) => name.text));
  return all.filter(({ name }) => names.has(name));
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

function declared(statement: ts.Statement, source: ts.SourceFile): Exported[] {
  const text = docOf(statement);
  const exported = (name: string, declaration: string): Exported => ({ name, declaration, text });
  if (ts.isFunctionDeclaration(statement) && statement.name)
    return [exported(statement.name.text, headOf(statement, statement.body, source))];
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
    return [exported(statement.name.text, plain(statement.getText(source)))];
  if (ts.isClassDeclaration(statement) && statement.name)
    return [exported(statement.name.text, classHead(statement, source))];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap((declaration) =>
      ts.isIdentifier(declaration.name)
        ? [exported(declaration.name.text, constantHead(declaration, source))]
        : [],
    );
  return [];
}

/** `function name(…): T` */
function headOf(node: ts.FunctionDeclaration, body: ts.Node | undefined, source: ts.SourceFile): string {
  const end = body?.getStart(source) ?? node.getEnd();
  return plain(source.text.slice(node.getStart(source), end)).trim();
}

function classHead(node: ts.ClassDeclaration, source: ts.SourceFile): string {
  const fields = node.members.filter(ts.isPropertyDeclaration).map((member) => `  ${member.getText(source)}`);
  const parent = node.heritageClauses?.map((clause) => ` ${clause.getText(source)}`).join('') ?? '';
  return [`class ${node.name?.text}${parent} {`, ...fields, '}'].join('\n');
}

/** Values longer than a line stand in the source; here the name says enough, unless what is wanted are the members. */
const LONGEST_VALUE = 200;

function constantHead(node: ts.VariableDeclaration, source: ts.SourceFile): string {
  const whole = node.getText(source);
  if (whole.length <= LONGEST_VALUE) return `const ${whole}`;
  const members = isConstantObject(node.initializer) ? ` = ${node.initializer.getText(source)}` : '';
  return `const ${node.name.getText(source)}${members}`;
}

/** `{ … } as const`: a set of names to choose from. */
function isConstantObject(value: ts.Expression | undefined): value is ts.AsExpression {
  return value !== undefined && ts.isAsExpression(value) && ts.isObjectLiteralExpression(value.expression);
}

function plain(text: string): string {
  return text.replace(/^export /, '');
}

function docOf(statement: ts.Statement): string {
  const docs = ts.getJSDocCommentsAndTags(statement).filter(ts.isJSDoc);
  return docs
    .map((doc) =>
      doc
        .getText()
        .replace(/^\/\*\*|\*\/$/g, '')
        .split('\n')
        .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
        .join('\n')
        .trim(),
    )
    .join('\n\n');
}
