import { expect, test } from 'vitest';
import { deviceFamilyOf, deviceOf } from './viewer-context.ts';

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

test.each([
  ['Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 SamsungBrowser/2.2', 'Samsung TV'],
  ['Roku/DVP-12.0 (12.0.0.4182-88)', 'Roku'],
  ['AppleCoreMedia/1.0.0.20K71 (Apple TV; U; CPU OS 16_1 like Mac OS X; en_us)', 'Apple TV'],
  ['Mozilla/5.0 (Linux; Android 9; AFTMM Build/PS7285) AppleWebKit/537.36', 'Fire TV'],
  ['Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36', 'LG TV'],
  ['Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15', 'PlayStation'],
  ['Mozilla/5.0 (X11; Linux armv7l) CrKey/1.54.250320', 'Chromecast'],
  ['Dalvik/2.1.0 (Linux; U; Android 11; BRAVIA 4K VH2)', 'Android TV'],
  ['HbbTV/1.5.1 (+DRM; LGE; 43UM7450; WEBOS4.5; HbbTV)', 'LG TV'],
  ['HbbTV/1.2.1 (; Panasonic; ; 3.8; ; )', 'HbbTV'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148', 'iPhone'],
  ['Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X)', 'iPad'],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130.0.0.0 Mobile Safari/537.36',
    'Android phone',
  ],
  ['Mozilla/5.0 (Linux; Android 14; SM-X710) Chrome/130.0.0.0 Safari/537.36', 'Android tablet'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0', 'Windows'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/130.0.0.0', 'ChromeOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15', 'macOS'],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0.0.0', 'Linux'],
  ['Googlebot/2.1 (+http://www.google.com/bot.html)', 'Bot'],
  ['', 'Other'],
  ['samsung'.repeat(100_000), 'Other'],
])('the family of %.60j is %s', (userAgent, family) => {
  expect(deviceFamilyOf(userAgent)).toBe(family);
});
