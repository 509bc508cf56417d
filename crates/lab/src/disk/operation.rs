//! Operations on files and folders.

/// File or folder operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DiskOperation {
    /// Query of kind and size.
    Look,
    /// Reading a file.
    Read,
    /// Listing a folder.
    List,
    /// Creating a folder.
    Make,
    /// Creating a file.
    Create,
    /// Writing the contents.
    #[cfg(test)]
    Write,
    /// Syncing the contents to the disk.
    #[cfg(test)]
    Sync,
    /// Renaming to the final name.
    Rename,
    /// Removal.
    Remove,
}
