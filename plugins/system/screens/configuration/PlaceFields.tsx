import { Input } from '@arco-design/web-react';
import { useWords } from '@waypost/host-sdk';
import { SettingField } from '../../settings/SettingField.tsx';
import { SettingSection } from '../../settings/SettingSection.tsx';
import { useShown } from '../../settings/settings-context.tsx';
import type { InstallationView } from './calls.ts';
import { EarlierAddresses } from './EarlierAddresses.tsx';
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
  const hasAddress = useShown(['public_url']);
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
    <SettingSection
      name="place"
      title={words('system.configuration.section.place')}
      names={['public_url', 'time_zone']}
    >
      <SettingField
        name="public_url"
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
      {hasAddress ? (
        <EarlierAddresses addresses={installation.earlier_addresses} onGivenUp={onGivenUp} />
      ) : null}
      <SettingField
        name="time_zone"
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
    </SettingSection>
  );
}
