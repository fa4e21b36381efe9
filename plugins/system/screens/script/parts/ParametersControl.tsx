import { Input } from '@arco-design/web-react';
import {
  ArrayField,
  type ArrayItem,
  ChoiceSelect,
  type ControlProps,
  controlAttributes,
  FieldArray,
  FormField,
  useWords,
} from '@waypost/host-sdk';
import {
  MOST_PARAMETERS,
  NEW_PARAMETER,
  PARAMETER_KINDS,
  type Parameter,
} from '../../../machines/parameters/rules.ts';
import styles from './script.module.css';

/** What is asked for before a script runs: each has a place in the arguments, `{{name}}`. */
export function ParametersControl() {
  return (
    <FieldArray<Parameter>
      path="parameters"
      addLabel="system.script.parameter.add"
      itemLabel="system.script.parameter.item"
      maximum={MOST_PARAMETERS}
      newItem={() => ({ ...NEW_PARAMETER })}
    >
      {(item) => <OneParameter item={item} />}
    </FieldArray>
  );
}

function OneParameter({ item }: { item: ArrayItem<Parameter> }) {
  const words = useWords();
  const { kind } = item.value;
  return (
    <div className={styles.parameter}>
      <ArrayField item={item} name="name" label="system.script.parameter.name" placeholder="path" />
      <ArrayField item={item} name="title" label="system.script.parameter.title" />
      <FormField path={`${item.path}.kind`} label={words('system.script.parameter.kind')}>
        {(control: ControlProps<never>) => (
          <ChoiceSelect
            control={control}
            choices={PARAMETER_KINDS.map((value) => ({
              value,
              label: words(`system.script.parameter.kind.${value}`),
            }))}
            onChange={(next = 'text') =>
              item.setValue({
                kind: next,
                choices: [],
                pattern: '',
                minimum: null,
                maximum: null,
                preset: '',
              })
            }
          />
        )}
      </FormField>
      {kind === 'text' ? (
        <ArrayField
          item={item}
          name="pattern"
          label="system.script.parameter.pattern"
          help="system.script.parameter.pattern.help"
          placeholder="[a-z0-9-]{1,63}"
        />
      ) : null}
      {kind === 'number' ? (
        <>
          <ArrayField item={item} name="minimum" kind="number" label="system.script.parameter.minimum" />
          <ArrayField item={item} name="maximum" kind="number" label="system.script.parameter.maximum" />
        </>
      ) : null}
      {kind === 'choice' ? (
        <FormField
          path={`${item.path}.choices`}
          label={words('system.script.parameter.choices')}
          help={words('system.script.parameter.choices.help')}
        >
          {(control: ControlProps<never>) => <Choices {...(control as ControlProps<string[]>)} />}
        </FormField>
      ) : null}
      <ArrayField item={item} name="preset" label="system.script.parameter.preset" />
    </div>
  );
}

/** Choices, separated by commas. */
function Choices(props: ControlProps<string[]>) {
  return (
    <Input
      {...controlAttributes(props)}
      value={(props.value ?? []).join(',')}
      {...(props.hasError ? { status: 'error' as const } : {})}
      onChange={(text) => props.onChange(text === '' ? [] : text.split(','))}
      onBlur={() => {
        props.onChange((props.value ?? []).map((one) => one.trim()).filter((one) => one !== ''));
        props.onBlur();
      }}
    />
  );
}
