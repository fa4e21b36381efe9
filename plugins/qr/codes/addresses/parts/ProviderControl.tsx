import { GenerationType } from '@waypost/contract';
import { ChoiceSelect, type ControlProps, useCall, useWords } from '@waypost/host-sdk';
import { addressProvidersCall } from '../../../screens/short_code/calls.ts';
import { NO_PROVIDER_ID } from '../../providers/values.ts';
import styles from './addresses.module.css';

/** Who makes an address, the platform itself at first. Says where a type puts new codes. */
export function ProviderControl(control: ControlProps<string>) {
  const words = useWords();
  const providers = useCall(addressProvidersCall, {}).data?.providers ?? [];
  const chosen = control.value || NO_PROVIDER_ID;
  const type = providers.find(({ id }) => id === chosen)?.generation_type;
  return (
    <>
      <ChoiceSelect
        control={{ ...control, value: providers.length === 0 ? undefined : chosen }}
        choices={providers.map(({ id, name, generation_type }) => ({
          value: id,
          label:
            name === ''
              ? words('qr.short_code.own')
              : `${name} · ${words(`qr.url_key_platform.generation_type.${generation_type}`)}`,
        }))}
        onChange={(next) => control.onChange(next === NO_PROVIDER_ID ? '' : next)}
      />
      {type === GenerationType.selfRunFailover ? (
        <p className={styles.note}>{words('qr.short_code.healthy_domain')}</p>
      ) : null}
    </>
  );
}
