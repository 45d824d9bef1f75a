/** The inputs of the Subscribe and the Subscription Details dialog (SUB-007 to SUB-009). */
import { countries, countryOf } from '@interlude/billing';
import { type Billing, type BillingDetails, taxTypeLabels, taxTypes } from '@interlude/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { t } from '../../texts/t.ts';
import type { SubscriptionOrder } from './billing-queries.ts';

/** The inputs as typed. */
export type BillingInputs = Readonly<
  Record<Exclude<keyof BillingDetails, 'taxType'> | 'email' | 'taxType', string>
>;

const empty: BillingInputs = {
  ...{ email: '', contactName: '', companyName: '', address: '', city: '', postalCode: '' },
  ...{ country: '', phone: '', taxType: '', taxId: '' },
};

export function inputsOf({ paymentContactEmail, details }: Billing, email: string): BillingInputs {
  return { ...empty, ...details, email: paymentContactEmail || email };
}

/** A dialling code without a number is no number. */
export function orderOf(inputs: BillingInputs): Omit<SubscriptionOrder, 'tier'> {
  const { email, taxType, phone, ...rest } = inputs;
  const codes = countryOf(inputs.country)?.diallingCodes ?? [];
  return {
    paymentContactEmail: email,
    billingDetails: {
      ...rest,
      phone: codes.includes(phone.trim()) ? '' : phone,
      taxType: taxTypes.find((type) => type === taxType) ?? '',
    },
  };
}

const countryOptions = [
  { value: '', label: t('Choose a country') },
  ...countries.map(({ code, name }) => ({ value: code, label: name })),
];
const taxOptions = [
  { value: '', label: t('None') },
  ...taxTypes.map((type) => ({ value: type, label: taxTypeLabels[type] })),
];

/** The dialling code follows the country until a number is typed. */
function withCountry(inputs: BillingInputs, country: string): BillingInputs {
  const before = countryOf(inputs.country)?.diallingCodes ?? [];
  const isTyped = inputs.phone.trim() !== '' && !before.includes(inputs.phone.trim());
  const [code] = countryOf(country)?.diallingCodes ?? [];
  const phone = isTyped ? inputs.phone : code === undefined ? '' : `${code} `;
  return { ...inputs, country, phone };
}

interface BillingFormProps {
  readonly inputs: BillingInputs;
  /** Problems by input. */
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (inputs: BillingInputs) => void;
}

export function BillingForm({ inputs, problems, onChange }: BillingFormProps) {
  const field = (name: keyof BillingInputs, autoComplete: string) => ({
    value: inputs[name],
    error: problems[name],
    autoComplete,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ ...inputs, [name]: currentTarget.value }),
  });
  const codes = countryOf(inputs.country)?.diallingCodes.join(', ');
  return (
    <>
      <TextInput label={t('Contact email')} type="email" autoFocus {...field('email', 'email')} />
      <TextInput label={t('Contact name')} {...field('contactName', 'name')} />
      <TextInput
        label={t('Company name')}
        className="wide"
        {...field('companyName', 'organization')}
      />
      <TextInput label={t('Address')} className="wide" {...field('address', 'street-address')} />
      <TextInput label={t('Postal code')} {...field('postalCode', 'postal-code')} />
      <TextInput label={t('City')} {...field('city', 'address-level2')} />
      <NativeSelect
        label={t('Country')}
        data={countryOptions}
        {...field('country', 'country')}
        onChange={({ currentTarget }) => onChange(withCountry(inputs, currentTarget.value))}
      />
      <TextInput
        label={t('Phone')}
        type="tel"
        description={
          codes === undefined ? t('With its dialling code') : t('Dialling code {codes}', { codes })
        }
        {...field('phone', 'tel')}
      />
      <NativeSelect label={t('Tax type')} data={taxOptions} {...field('taxType', 'off')} />
      <TextInput label={t('Tax ID')} {...field('taxId', 'off')} />
    </>
  );
}
