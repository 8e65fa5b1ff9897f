/** Files of a repository that belong to no format. */
const folders = /(?:^|\/)(?:\.[^/]+|__MACOSX|node_modules|__pycache__)\//;
const names =
  /(?:^|\/)(?:readme|licen[cs]e|copying|notice|changelog|contributing|code_of_conduct|security|authors|codeowners|makefile|dockerfile|\.[^/]+|thumbs\.db|desktop\.ini)(?:\.[^/]*)?$/i;
const endings =
  /\.(?:md|markdown|rst|adoc|txt|html?|css|js|ts|py|ps1|psm1|sh|bat|png|jpe?g|gif|svg|ico|webp|pdf|docx?|pptx?|go|c|h|cs|exe|dll|lock|toml|ini|cfg|cast|cast\.gz|typescript|timing)$/i;

/** Whether a file of a repository is skipped silently. */
export function isNoise(name: string): boolean {
  return folders.test(name) || names.test(name) || endings.test(name);
}
