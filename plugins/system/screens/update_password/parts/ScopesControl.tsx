import { Select } from '@arco-design/web-react';
import { type ControlProps, useWords } from '@waypost/host-sdk';
import { useScopes } from './use-scopes.ts';

/** What a key may do: out of what its owner may. Nothing chosen: all of it, also what is added later. */
export function ScopesControl(props: ControlProps<string[]>) {
  const words = useWords();
  const { scopes, titleOf } = useScopes();
  const groups = [...Map.groupBy(scopes, ({ screen }) => screen)];
  return (
    <Select
      mode="multiple"
      id={props.id}
      aria-label={props.label}
      aria-invalid={props.hasError || undefined}
      aria-describedby={props.describedBy}
      value={props.value ?? []}
      placeholder={words('system.api_key.everything')}
      disabled={props.isDisabled}
      error={props.hasError}
      allowClear
      // By what is read, not by keys that nobody sees.
      filterOption={(typed, option) =>
        titleOf((option.props as { value: string }).value)
          .toLowerCase()
          .includes(typed.toLowerCase())
      }
      renderFormat={(_, value) => titleOf(String(value))}
      // No scopes is none of a key that may do nothing: it is one that may do everything.
      onChange={(value: string[]) => props.onChange(value.length === 0 ? null : value)}
      onBlur={props.onBlur}
    >
      {groups.map(([screen, rights]) => (
        <Select.OptGroup key={screen} label={screen}>
          {rights.map(({ scope, right }) => (
            <Select.Option key={scope} value={scope}>
              {right}
            </Select.Option>
          ))}
        </Select.OptGroup>
      ))}
    </Select>
  );
}
