import { expect, test } from 'vitest';
import { deviceOf } from './viewer-context.ts';

test.each([
  ['Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36', 'tv'],
  ['Roku/DVP-12.0 (12.0.0.4182-88)', 'tv'],
  ['AppleCoreMedia/1.0.0.20K71 (Apple TV; U; CPU OS 16_1 like Mac OS X; en_us)', 'tv'],
  ['Mozilla/5.0 (Linux; Android 9; AFTS Build/PS7285) AppleWebKit/537.36', 'tv'],
  ['Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36', 'tv'],
  ['HbbTV/1.5.1 (+DRM; Samsung; SmartTV2019)', 'tv'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148', 'mobile'],
  ['Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X)', 'tablet'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0', 'desktop'],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0.0.0', 'desktop'],
  ['Googlebot/2.1 (+http://www.google.com/bot.html)', 'bot'],
  ['', 'other'],
])('the device of %j is %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
