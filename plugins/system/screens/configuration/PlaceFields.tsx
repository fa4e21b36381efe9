import { Input } from '@arco-design/web-react';
import { Panel, useWords } from '@waypost/host-sdk';
import type { InstallationView } from './calls.ts';
import { EarlierAddresses } from './EarlierAddresses.tsx';
import { SettingField } from './SettingField.tsx';
import { ZoneInput } from './ZoneInput.tsx';

interface PlaceFieldsProps {
  installation: InstallationView;
  values: { public_url: string; time_zone: string };
  faults: Record<string, string>;
  onChange: (change: Partial<PlaceFieldsProps['values']>) => void;
  /** An address of before was given up. */
  onGivenUp: () => void;
}

/** What visitors reach the installation under, and whose days it counts by. What the environment sets is shown only. */
export function PlaceFields({ installation, values, faults, onChange, onGivenUp }: PlaceFieldsProps) {
  const words = useWords();
  const { public_address, time_zone } = installation;
  const isGiven = public_address.source === 'environment';
  const isZoneGiven = time_zone.source === 'environment';
  const zoneHelp = time_zone.is_open
    ? isZoneGiven
      ? 'environment'
      : 'open'
    : isZoneGiven
      ? 'fixed.environment'
      : 'fixed';
  return (
    <Panel title={words('system.configuration.section.place')}>
      <SettingField
        label={words('system.configuration.public_url')}
        help={words(`system.configuration.public_url.${isGiven ? 'environment' : 'help'}`)}
        fault={faults.public_url}
      >
        {(field) => (
          <Input
            {...field}
            value={isGiven ? public_address.address : values.public_url}
            placeholder={public_address.listening}
            disabled={isGiven}
            inputMode="url"
            autoComplete="off"
            onChange={(public_url) => onChange({ public_url })}
          />
        )}
      </SettingField>
      <EarlierAddresses addresses={installation.earlier_addresses} onGivenUp={onGivenUp} />
      <SettingField
        label={words('system.configuration.time_zone')}
        help={words(`system.configuration.time_zone.${zoneHelp}`)}
        fault={faults.time_zone}
      >
        {(field) => (
          <ZoneInput
            {...field}
            value={values.time_zone}
            isDisabled={isZoneGiven || !time_zone.is_open}
            onChange={(zone) => onChange({ time_zone: zone })}
          />
        )}
      </SettingField>
    </Panel>
  );
}
