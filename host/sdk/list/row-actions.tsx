import { IconMore } from '@arco-design/web-react/icon';
import type { ReactNode } from 'react';
import { IconButton } from '../parts/Button.tsx';
import { type Confirmation, confirm } from '../parts/confirm.tsx';
import { MenuButton } from '../parts/MenuButton.tsx';
import { useWords } from '../words/context.tsx';
import styles from './list.module.css';

/** What an action can do with the list around it. */
export interface ListHandle {
  reload(): void;
  clearSelection(): void;
  /** Rows of other pages are chosen, too: all that the list finds. */
  isBeyondPage: boolean;
}

export interface RowAction<Row> {
  name: string;
  /** Locale key. */
  label: string;
  icon?: ReactNode;
  permission?: string;
  isDangerous?: boolean;
  isVisible?: (row: Row) => boolean;
  confirm?: (row: Row) => Omit<Confirmation, 'isDangerous'>;
  run: (row: Row, list: ListHandle) => Promise<unknown> | unknown;
}

export interface BatchAction<Row> {
  name: string;
  label: string;
  /** Also for all that the list finds on its other pages, up to 1,000. */
  takesAll?: boolean;
  permission?: string;
  isDangerous?: boolean;
  confirm?: (rows: readonly Row[]) => Omit<Confirmation, 'isDangerous'>;
  run: (rows: readonly Row[], list: ListHandle) => Promise<unknown> | unknown;
}

const VISIBLE_ACTIONS = 2;

interface RowActionsProps<Row> {
  row: Row;
  name: string;
  actions: readonly RowAction<Row>[];
  onRun: (action: RowAction<Row>, row: Row) => void;
}

/** Two actions in sight (those that have an icon come first), the rest behind a menu, a removal with them unless it is the only one. */
export function RowActions<Row>({ row, name, actions, onRun }: RowActionsProps<Row>) {
  const words = useWords();
  const offered = actions.filter((action) => action.isVisible?.(row) ?? true);
  const isInMenu = ({ name: verb, icon }: RowAction<Row>) =>
    icon === undefined || (verb === 'remove' && offered.length > 1);
  const visible = offered.filter((action) => !isInMenu(action)).slice(0, VISIBLE_ACTIONS);
  const rest = offered.filter((action) => !visible.includes(action));
  return (
    <span className={styles.rowActions}>
      {visible.map((action) => (
        <IconButton
          key={action.name}
          label={`${words(action.label)}: ${name}`}
          icon={action.icon}
          onClick={() => onRun(action, row)}
        />
      ))}
      {rest.length > 0 ? (
        <MenuButton
          label={`${words('list.more_actions')}: ${name}`}
          icon={<IconMore />}
          items={rest.map((action) => ({
            name: action.name,
            label: words(action.label),
            icon: action.icon,
            isDangerous: action.isDangerous,
            onSelect: () => onRun(action, row),
          }))}
        />
      ) : null}
    </span>
  );
}

/** Asks when the action wants it, then runs. */
export async function runAction<Subject>(
  action: {
    isDangerous?: boolean;
    confirm?: (subject: Subject) => Omit<Confirmation, 'isDangerous'>;
    run: (subject: Subject, list: ListHandle) => unknown;
  },
  subject: Subject,
  list: ListHandle,
): Promise<void> {
  const question = action.confirm?.(subject);
  if (question && !(await confirm({ ...question, isDangerous: action.isDangerous ?? false }))) return;
  await action.run(subject, list);
}
