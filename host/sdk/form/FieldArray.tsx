import { IconArrowDown, IconArrowUp, IconDelete, IconPlus } from '@arco-design/web-react/icon';
import { type ReactNode, useRef } from 'react';
import { Button, IconButton } from '../parts/Button.tsx';
import { useWords } from '../words/context.tsx';
import { useFormScope } from './context.tsx';
import { builtInControls } from './controls.tsx';
import { FormField } from './fields.tsx';
import styles from './form.module.css';
import { getIn } from './path.ts';

export interface ArrayItem<T = Record<string, unknown>> {
  index: number;
  /** `targets.0` */
  path: string;
  value: T;
  setValue(patch: Partial<T>): void;
}

export interface FieldArrayProps<T> {
  path: string;
  /** Locale key of the button that adds one. */
  addLabel: string;
  /** Locale key of one entry's name; `{{number}}` counts from 1. Read out with its buttons. */
  itemLabel?: string;
  newItem: () => T;
  minimum?: number;
  maximum?: number;
  /** The order means something: entries can be moved. Default true. */
  isOrdered?: boolean;
  /** Entries are tall: the name and the buttons of each stand over it, as they always do on a phone. */
  hasHeads?: boolean;
  children: (item: ArrayItem<T>) => ReactNode;
}

/** A list of entries inside a form: add, remove, move. Faults at `<path>.<index>.<name>` show at their control. */
export function FieldArray<T extends Record<string, unknown>>(props: FieldArrayProps<T>) {
  const { path, minimum = 0, maximum = 100, isOrdered = true, itemLabel = 'form.item' } = props;
  const form = useFormScope();
  const words = useWords();
  const items = (getIn(form.values, path) as T[] | undefined) ?? [];
  // Entries have no identity of their own; keys follow them when they are moved or removed.
  const keys = useRef<number[]>([]);
  const nextKey = useRef(0);
  while (keys.current.length < items.length) keys.current.push(nextKey.current++);
  keys.current.length = items.length;

  const replace = (next: T[], nextKeys: number[]) => {
    keys.current = nextKeys;
    form.setValue(path, next);
    form.leave(path);
  };
  const move = (from: number, to: number) => replace(swap(items, from, to), swap(keys.current, from, to));
  const drop = (index: number) =>
    replace(
      items.filter((_, at) => at !== index),
      keys.current.filter((_, at) => at !== index),
    );
  const error = form.errors[path];

  return (
    <div className={styles.array} data-path={path} tabIndex={-1}>
      <ol className={styles.items}>
        {items.map((value, index) => {
          const item: ArrayItem<T> = {
            index,
            path: `${path}.${index}`,
            value,
            setValue: (patch) => form.setValue(`${path}.${index}`, { ...value, ...patch }),
          };
          const label = words(itemLabel, { number: index + 1 });
          return (
            <li key={keys.current[index]} className={`${styles.item} ${props.hasHeads ? styles.headed : ''}`}>
              <fieldset className={styles.itemFields}>
                <legend className="wp-visually-hidden">{label}</legend>
                {props.children(item)}
              </fieldset>
              {(isOrdered && items.length > 1) || items.length > minimum ? (
                <div className={styles.itemButtons}>
                  <span className={styles.itemName} aria-hidden="true">
                    {label}
                  </span>
                  {isOrdered && items.length > 1 ? (
                    <>
                      <IconButton
                        label={`${words('action.move_up')}: ${label}`}
                        icon={<IconArrowUp />}
                        isDisabled={index === 0 || form.isSaving}
                        onClick={() => move(index, index - 1)}
                      />
                      <IconButton
                        label={`${words('action.move_down')}: ${label}`}
                        icon={<IconArrowDown />}
                        isDisabled={index === items.length - 1 || form.isSaving}
                        onClick={() => move(index, index + 1)}
                      />
                    </>
                  ) : null}
                  {items.length > minimum ? (
                    <IconButton
                      label={`${words('action.delete')}: ${label}`}
                      icon={<IconDelete />}
                      isDisabled={form.isSaving}
                      onClick={() => drop(index)}
                    />
                  ) : null}
                </div>
              ) : null}
            </li>
          );
        })}
      </ol>
      {error === undefined ? null : <p className={styles.fault}>{error}</p>}
      <div>
        <Button
          icon={<IconPlus />}
          isDisabled={items.length >= maximum || form.isSaving}
          onClick={() => form.setValue(path, [...items, props.newItem()])}
        >
          {words(props.addLabel)}
        </Button>
      </div>
    </div>
  );
}

export interface ArrayFieldProps {
  item: { path: string };
  name: string;
  /** Locale key of the label. */
  label: string;
  kind?: 'text' | 'number' | 'textarea' | 'switch' | 'datetime' | 'date';
  /** Locale key of the unit. */
  unit?: string;
  help?: string;
  placeholder?: string;
  isDisabled?: boolean;
  isLabelHidden?: boolean;
}

/** One control of an entry. */
export function ArrayField({ item, name, label, kind = 'text', ...rest }: ArrayFieldProps) {
  const words = useWords();
  const Control = builtInControls[kind];
  if (!Control) return null;
  return (
    <FormField
      path={`${item.path}.${name}`}
      label={words(label)}
      help={rest.help === undefined ? undefined : words(rest.help)}
      unit={rest.unit === undefined ? undefined : words(rest.unit)}
      placeholder={rest.placeholder}
      isLabelHidden={rest.isLabelHidden}
      isDisabled={rest.isDisabled}
    >
      {(props) => <Control {...props} />}
    </FormField>
  );
}

function swap<T>(list: readonly T[], from: number, to: number): T[] {
  const copy = [...list];
  const [moved] = copy.splice(from, 1);
  copy.splice(to, 0, moved as T);
  return copy;
}
