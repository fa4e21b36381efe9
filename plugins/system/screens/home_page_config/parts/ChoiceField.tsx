import { ChoiceSelect, type ControlProps, FormField, useWords } from '@waypost/host-sdk';

interface ChoiceFieldProps {
  path: string;
  /** Locale key; each choice is `<label>.<code>`. */
  label: string;
  codes: readonly (string | number)[];
}

/** One of a few choices inside an entry of a form. */
export function ChoiceField({ path, label, codes }: ChoiceFieldProps) {
  const words = useWords();
  return (
    <FormField path={path} label={words(label)}>
      {(props: ControlProps<string | number>) => (
        <ChoiceSelect
          control={props}
          choices={codes.map((value) => ({ value, label: words(`${label}.${value}`) }))}
          onChange={(value) => {
            props.onChange(value);
            props.onBlur();
          }}
        />
      )}
    </FormField>
  );
}
