/** Checks the form by the schema of the server, and refuses texts that are no JSON. */
import { zodResolver } from '@hookform/resolvers/zod';
import { type Resolver, set } from 'react-hook-form';
import { type ChannelFormValues, channelUpdate } from '../channel-form-values.ts';
import { type JsonTexts, jsonErrorType } from '../json/json-texts.ts';

export function checkedValues(jsonTexts: JsonTexts): Resolver<ChannelFormValues> {
  // Raw: the values are saved as the operator entered them; the server applies its own transforms.
  const bySchema = zodResolver(channelUpdate, undefined, { raw: true });
  return async (values, context, options) => {
    const problems = Object.entries(jsonTexts.problems.get());
    const checked = await bySchema(values, context, options as never);
    if (problems.length === 0) return checked as never;
    const errors = { ...checked.errors };
    for (const [name, message] of problems) set(errors, name, { type: jsonErrorType, message });
    return { values: {}, errors };
  };
}
