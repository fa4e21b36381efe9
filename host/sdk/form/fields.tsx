import type { ReactNode } from 'react';
import { useWords } from '../words/context.tsx';
import { useFormScope } from './context.tsx';
import { type ControlModel, controlModel } from './control-model.ts';
import type { ControlComponent, ControlProps } from './control-props.ts';
import { builtInControls } from './controls.tsx';
import styles from './form.module.css';
import { getIn } from './path.ts';

export interface FormSectionProps {
  /** Locale key or text. */
  title?: string | undefined;
  text?: string | undefined;
  children: ReactNode;
}

/** Fields that belong together, under a heading. */
export function FormSection({ title, text, children }: FormSectionProps) {
  const words = useWords();
  const Heading = useFormScope().headingLevel === 2 ? 'h2' : 'h3';
  return (
    <section className={styles.section}>
      {title === undefined ? null : <Heading className={styles.sectionTitle}>{words(title)}</Heading>}
      {text === undefined ? null : <p className={styles.sectionText}>{words(text)}</p>}
      <div className={styles.fields}>{children}</div>
    </section>
  );
}

export interface FormFieldProps {
  path: string;
  /** Text, not a key. */
  label: string;
  help?: string | undefined;
  unit?: string | undefined;
  placeholder?: string | undefined;
  isRequired?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** The label is read out but not seen, as in the rows of a list. */
  isLabelHidden?: boolean | undefined;
  field?: ControlModel | undefined;
  /** Locale key whose `.<code>` are the words of options, and `.<code>.help` what they mean; default `<plugin>.<noun>.<path>`. */
  words?: string | undefined;
  children: (control: ControlProps<never>) => ReactNode;
}

/** Label above, control, help or fault below. */
export function FormField(props: FormFieldProps) {
  const { path, label, help } = props;
  const form = useFormScope();
  const words = useWords();
  const id = `${form.formId}-${path.replaceAll('.', '-')}`;
  const error = form.errors[path];
  const describedBy = error !== undefined ? `${id}-fault` : help === undefined ? undefined : `${id}-help`;
  const prefix = props.words ?? `${form.resource.name}.${path}`;
  const control: ControlProps<unknown> = {
    id,
    value: getIn(form.values, path),
    onChange: (value) => form.setValue(path, value),
    onBlur: () => form.leave(path),
    isDisabled: props.isDisabled ?? form.isSaving,
    hasError: error !== undefined,
    describedBy,
    label,
    placeholder: props.placeholder,
    unit: props.unit,
    field: props.field,
    optionHelp: (code) => {
      const key = `${prefix}.${code}.help`;
      return words.has(key) ? words(key) : undefined;
    },
    optionText: (code) =>
      words.first([
        `${prefix}.${code}`,
        `term.${path}.${code}`,
        // Words of the product's own, such as `role.customer`.
        `${path}.${code}`,
        String(code),
      ]),
  };
  return (
    <div className={`${styles.field} wp-field`} data-path={path}>
      <label htmlFor={id} className={props.isLabelHidden ? 'wp-visually-hidden' : styles.label}>
        <span data-label>{label}</span>
        {props.isRequired === false ? (
          <span className={styles.optional}>{words('form.optional')}</span>
        ) : null}
      </label>
      {props.children(control as unknown as ControlProps<never>)}
      {error === undefined ? null : (
        <p id={`${id}-fault`} className={styles.fault}>
          {error}
        </p>
      )}
      {help === undefined || error !== undefined ? null : (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      )}
    </div>
  );
}

export interface ResourceFieldProps {
  /** A field of the form's resource. */
  name: string;
  /** Locale key of its label, help and options where they are another's; default `<plugin>.<noun>.<field>`. */
  words?: string;
  control?: ControlComponent;
  isDisabled?: boolean;
  /** The label is read out but not seen, as under a heading that says the same. */
  isLabelHidden?: boolean;
  /** Not called optional, though its declaration leaves it out: something else in the form demands it. */
  isDemanded?: boolean;
}

/** A field of the resource with the control, words and limits of its declaration. */
export function ResourceField(props: ResourceFieldProps) {
  const { name, words: key, control, isDisabled, isLabelHidden, isDemanded = false } = props;
  const form = useFormScope();
  const words = useWords();
  const declared = form.resource.fields[name];
  if (!declared) throw new Error(`${form.resource.name} has no field ${name}`);
  const model = form.models.find((candidate) => candidate.name === name) ?? controlModel(name, declared);
  const prefix = key ?? `${form.resource.name}.${name}`;
  const optional = (key: string) => (words.has(key) ? words(key) : undefined);
  const Control =
    control ??
    form.controls[name] ??
    form.controls[model.control] ??
    builtInControls[model.control] ??
    builtInControls.text;
  if (!Control) return null;
  return (
    <FormField
      path={name}
      label={words(prefix)}
      help={optional(`${prefix}.help`)}
      placeholder={optional(`${prefix}.placeholder`)}
      unit={model.hints.unit === undefined ? model.hints.currency : words(model.hints.unit)}
      isRequired={isDemanded || model.isRequired || 'default' in model.hints}
      field={model}
      isLabelHidden={isLabelHidden}
      words={prefix}
      {...(isDisabled === undefined ? {} : { isDisabled })}
    >
      {(props) => <Control {...props} />}
    </FormField>
  );
}
