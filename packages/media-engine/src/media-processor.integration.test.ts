/** The short suite over the engine that this machine prefers; `media-processor.full.test.ts` runs all suites over every one. */
import { chooseMediaProcessor } from './choose-media-processor.ts';
import { mediaProcessorSuite } from './media-processor.suite.ts';
import { orphansSuite } from './orphans.suite.ts';

const { engine } = await chooseMediaProcessor();
mediaProcessorSuite(engine, () => chooseMediaProcessor({ engine }), 'short');
orphansSuite(engine, () => chooseMediaProcessor({ engine }));
