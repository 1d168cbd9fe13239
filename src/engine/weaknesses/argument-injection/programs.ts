const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Programs that take `--` for the end of their options, by the manuals of each; what follows stays what it was. */
export const endingPrograms: ReadonlySet<string> = words(
  `cat chmod chown cp curl docker du file git grep gzip head kubectl ln ls mkdir mv npm pip pip3 pnpm ping rclone rm rsync scp sftp
   sort ssh stat tail touch wc wget yarn yt-dlp youtube-dl zip`,
);

/** Commands of git that do: for others, such as `log` and `checkout`, what follows `--` is a path and no longer a revision. */
export const endingCommandsOfGit: ReadonlySet<string> = words(
  'add clone fetch init ls-files ls-remote mv pull push rm submodule',
);
